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
