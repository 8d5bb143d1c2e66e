// What the page itself says in other languages than English, by the English text. `{name}` stands for a part.

/** The texts of each language. `tests/words.test.mjs` holds that none is missing and each has its parts. */
export const WORDS = {
    ja: {
        'Skip the game: to the buttons of the page': '対局画面を飛ばしてページのボタンへ',
        'Menu': 'メニュー',
        'Open a file': 'ファイルを開く',
        'Back up': 'バックアップ',
        'Restore': '復元',
        'Keyboard': 'キーボード',
        'Licences': 'ライセンス',
        'Close': '閉じる',
        'Cancel': 'やめる',
        'Back': '戻る',
        'back': '戻る',
        'What can be done': 'できる操作',
        'F6 leads from the game to the buttons of the page, and back.': 'F6で対局画面とページのボタンを行き来できます。',
        'Loading the game …': '読み込み中…',
        'Loading the game: {loaded} of {all} MB': '読み込み中: {loaded}/{all} MB',
        'Loading: {loaded} of {all} MB': '読み込み中: {loaded}/{all} MB',
        'Vibration: on': '振動: オン',
        'Vibration: off': '振動: オフ',
        'Check the network and try again.': '通信を確かめて、もう一度お試しください。',
        'Chromium 92, Firefox 114, Safari 16.4 and all newer ones do.': 'Chromium 92、Firefox 114、Safari 16.4以降なら動きます。',
        'modules in workers': 'ワーカーのモジュール',
        'unpacking of files (DecompressionStream)': 'ファイルの展開(DecompressionStream)',
        'locks between tabs (Web Locks)': 'タブ間のロック(Web Locks)',
        'messages between tabs (BroadcastChannel)': 'タブ間の通信(BroadcastChannel)',
        'WebAssembly': 'WebAssembly',
        'WebAssembly with vectors (SIMD)': 'ベクトル命令付きのWebAssembly(SIMD)',
        'This browser does not run the game: it has no {what}. {oldest}': 'このブラウザでは動きません: {what}がありません。{oldest}',
        'This browser does not share memory between threads. {oldest}': 'このブラウザはスレッド間でメモリを共有できません。{oldest}',
        'This browser does not let the page keep its files (a service worker), so the game does not run. A private window or a setting that blocks site data is a usual reason. ({why})':
            'このブラウザではページがファイルを保存できない(サービスワーカー)ため、動きません。プライベートウィンドウや、サイトデータを拒む設定がよくある原因です。({why})',
        'The game does not run here: it needs a secure address (https) and a browser with service workers.':
            'ここでは動きません: 安全なアドレス(https)と、サービスワーカーのあるブラウザが必要です。',
        'Not all files of the game could be loaded. {network}': '一部のファイルを読み込めませんでした。{network}',
        'The page does not answer. {network}': 'ページが応答しません。{network}',
        'The game does not load any further. {network}': '読み込みが進みません。{network}',
        'The page does not load any further. {network}': 'ページの読み込みが進みません。{network}',
        'A file of the page could not be loaded. {network}': 'ページのファイルを読み込めませんでした。{network}',
        '{file} could not be loaded ({why}). {network}': '{file}を読み込めませんでした({why})。{network}',
        '{file} does not load any further. {network}': '{file}の読み込みが進みません。{network}',
        '{file} is damaged ({why}). {network}': '{file}が壊れています({why})。{network}',
        '{file} does not start. {network}': '{file}が起動しません。{network}',
        '{file} could not be loaded. {network}': '{file}を読み込めませんでした。{network}',
        'The server sends something else instead of {file}. The page is not installed as a whole.':
            'サーバーが{file}の代わりに別のものを送っています。ページがすべて設置されていません。',
        'Try again': '再試行',
        'Reversi is open in another tab.': 'リバーシは別のタブで開いています。',
        'The game goes on in another tab.': '対局は別のタブで続いています。',
        'Continue here': 'ここで続ける',
        'This browser does not keep the backup. What was here before is still kept.':
            'このブラウザはバックアップを保存できません。以前のデータはそのまま残っています。',
        'The browser has no room left for this page. Nothing new is kept: back up your games, or free some room.':
            'このページに使える容量が残っていません。新しいデータは保存されません。対局をバックアップするか、空きを作ってください。',
        'This browser keeps nothing for this page. Games and settings are lost when it is closed: back them up.':
            'このブラウザはこのページのデータを保存しません。閉じると対局と設定が失われます。バックアップしてください。',
        'The engine could not be loaded, so the computer does not move yet. The page keeps trying.':
            'エンジンを読み込めないため、コンピュータはまだ打てません。読み込みを続けます。',
        'The language could not be loaded, so the screens stay English for now. The page keeps trying.':
            '日本語のテキストを読み込めないため、画面は英語のままです。読み込みを続けます。',
        '{file} is no backup of this page. Nothing was changed.': '{file}はこのページのバックアップではありません。何も変更していません。',
        'Replace all games, settings and records here by those of the backup?':
            'ここの対局、設定、成績をすべてバックアップの内容に置き換えますか？',
        'Replace': '置き換える',
        'The program has failed. Your games are saved.': 'プログラムが異常終了しました。対局は保存されています。',
        'The game could not start. {why}': '起動できませんでした。{why}',
        'The game has not started. Close other tabs and try again.': '起動していません。ほかのタブを閉じて、もう一度お試しください。',
        'Thank you for playing.': 'またのお越しをお待ちしています。',
        'Start again': 'もう一度始める',
    },
};

let words = {};

/** Returns what the page says for an English text, with its parts by name. */
export function say(english, parts = {}) {
    return (words[english] ?? english).replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

/** Speaks a language from now on, in all of the page: elements with the attribute `data-say` have an English text. */
export function speakLanguage(code) {
    words = WORDS[code] ?? {};
    document.documentElement.lang = code in WORDS ? code : 'en';
    for (const element of document.querySelectorAll('[data-say]')) {
        element.dataset.say ||= element.textContent;
        element.textContent = say(element.dataset.say);
    }
    for (const element of document.querySelectorAll('[data-label]')) {
        element.setAttribute('aria-label', say(element.dataset.label));
    }
}

// Until the program says which one it speaks: the first language of the browser that it knows. Workers have no page.
typeof document === 'undefined' || speakLanguage(navigator.languages.map((tag) => tag.split('-')[0].toLowerCase()).find((code) => code === 'en' || code in WORDS));
