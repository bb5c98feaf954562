class Sakdi < Formula
  desc "Makruk (Thai chess) engine that knows how to count"
  homepage "https://github.com/OWNER/sakdi"
  url "https://github.com/OWNER/sakdi/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    ENV["SAKDI_COMMIT"] = "v#{version}"
    system "cargo", "install", *std_cargo_args
    generate_completions_from_executable(bin/"sakdi", "completions")
    man1.mkpath
    system bin/"sakdi", "man", man1
  end

  test do
    assert_match "nodes 23 ", shell_output("#{bin}/sakdi perft 1")
    assert_match "uciok", pipe_output(bin/"sakdi", "uci\nquit\n")
  end
end
