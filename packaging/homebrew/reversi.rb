# Homebrew, for a tap. Filled in by packaging/manifests; read by `ruby -c`, not tried with brew.
class Reversi < Formula
  desc "Reversi (Othello) for the terminal, with a strong engine"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/reversi-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SUM aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/reversi-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SUM x86_64-apple-darwin@"
    end
  end
  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/reversi-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SUM aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/reversi-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SUM x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "reversi"
    man1.install "reversi.1"
    bash_completion.install "completions/reversi.bash" => "reversi"
    zsh_completion.install "completions/reversi.zsh" => "_reversi"
    fish_completion.install "completions/reversi.fish"
  end

  test do
    assert_match "@VERSION@", shell_output("#{bin}/reversi --version")
    assert_match "55092", shell_output("#{bin}/reversi perft 7")
  end
end
