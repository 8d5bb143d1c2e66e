# Nix, from the sources: `nix run "REPOSITORY?dir=packaging/nix"`. Read by `nix-instantiate --parse`, not built.
{
  description = "Reversi (Othello) for the terminal, with a strong engine";

  inputs.nixpkgs.url = "nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = build: nixpkgs.lib.genAttrs systems (system: build nixpkgs.legacyPackages.${system});
      source = ../..;
      manifest = nixpkgs.lib.importTOML (source + "/Cargo.toml");
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "reversi";
          version = manifest.package.version;
          src = source;
          cargoLock.lockFile = source + "/Cargo.lock";
          cargoBuildFlags = [ "--bin" "reversi" ];
          # They play against the clock of the machine and start other programs.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/reversi man > reversi.1
            installManPage reversi.1
            for shell in bash zsh fish; do
              installShellCompletion --cmd reversi --$shell <($out/bin/reversi completions $shell)
            done
          '';
          meta = {
            description = "Reversi (Othello) for the terminal, with a strong engine";
            license = pkgs.lib.licenses.mit;
            mainProgram = "reversi";
          };
        };
      });
    };
}
