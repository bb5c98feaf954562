{
  description = "Sakdi, a Makruk (Thai chess) engine that knows how to count";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      eachSystem = nixpkgs.lib.genAttrs systems;
    in
    {
      packages = eachSystem (
        system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
        in
        {
          default = pkgs.rustPlatform.buildRustPackage {
            pname = "sakdi";
            version = "0.1.0";
            src = self;
            cargoLock.lockFile = ./Cargo.lock;
            cargoBuildFlags = [ "--bin" "sakdi" ];
            env.SAKDI_COMMIT = self.shortRev or "unknown";
            nativeBuildInputs = [ pkgs.installShellFiles ];
            # The program that was built has to run here to print them.
            postInstall = pkgs.lib.optionalString (pkgs.stdenv.buildPlatform.canExecute pkgs.stdenv.hostPlatform) ''
              mkdir man
              $out/bin/sakdi man man
              installManPage man/*.1
              installShellCompletion --cmd sakdi \
                --bash <($out/bin/sakdi completions bash) \
                --fish <($out/bin/sakdi completions fish) \
                --zsh <($out/bin/sakdi completions zsh)
            '';
            # The tests play matches for a long time.
            doCheck = false;
            meta = {
              description = "Makruk (Thai chess) engine that knows how to count";
              homepage = "https://github.com/OWNER/sakdi";
              license = with pkgs.lib.licenses; [ mit asl20 ];
              mainProgram = "sakdi";
            };
          };
        }
      );
    };
}
