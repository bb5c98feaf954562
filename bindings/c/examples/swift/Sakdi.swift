// Sakdi in an app for iOS or macOS.
//
// 1. Build the library for the device and for the simulator, and join them with the header and its module:
//      rustup target add aarch64-apple-ios aarch64-apple-ios-sim
//      cargo build --profile bindings --package sakdi-c --target aarch64-apple-ios
//      cargo build --profile bindings --package sakdi-c --target aarch64-apple-ios-sim
//      mkdir headers && cp bindings/c/include/sakdi.h bindings/c/examples/swift/module.modulemap headers/
//      xcodebuild -create-xcframework \
//          -library target/aarch64-apple-ios/bindings/libsakdi.a -headers headers \
//          -library target/aarch64-apple-ios-sim/bindings/libsakdi.a -headers headers \
//          -output Sakdi.xcframework
// 2. Add Sakdi.xcframework and this file to the app.

import CSakdi
import Foundation

struct SakdiError: Error, CustomStringConvertible {
    let description: String

    /// What was wrong with the last call of this thread.
    init() { description = String(cString: sakdi_error_text()) }
}

/// The text that a function has returned to be freed.
private func text(_ pointer: UnsafeMutablePointer<CChar>?) throws -> String {
    guard let pointer else { throw SakdiError() }
    defer { sakdi_text_free(pointer) }
    return String(cString: pointer)
}

/// A UCI engine. Its lines arrive one by one as an AsyncStream.
final class SakdiEngine {
    let lines: AsyncStream<String>
    private let output: Output
    private let session: OpaquePointer

    private final class Output {
        let continuation: AsyncStream<String>.Continuation
        init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }
    }

    init() throws {
        var continuation: AsyncStream<String>.Continuation!
        lines = AsyncStream { continuation = $0 }
        output = Output(continuation)
        let context = Unmanaged.passUnretained(output).toOpaque()
        let write: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = { context, line in
            let output = Unmanaged<Output>.fromOpaque(context!).takeUnretainedValue()
            output.continuation.yield(String(cString: line!))
        }
        guard let session = sakdi_session_new(write, context) else { throw SakdiError() }
        self.session = session
    }

    func send(_ line: String) throws {
        guard sakdi_session_send(session, line) == SAKDI_STATUS_OK else { throw SakdiError() }
    }

    deinit {
        // No line comes after this.
        sakdi_session_free(session)
        output.continuation.finish()
    }
}

/// A game on a board.
final class SakdiBoard {
    private let board: OpaquePointer

    init(fen: String? = nil, counting: String = "thai") throws {
        guard let board = sakdi_board_new(fen, nil, counting) else { throw SakdiError() }
        self.board = board
    }

    deinit { sakdi_board_free(board) }

    func play(_ move: String) throws {
        guard sakdi_board_play(board, move) == SAKDI_STATUS_OK else { throw SakdiError() }
    }

    func takeBack() -> Bool { sakdi_board_take_back(board) }

    var fen: String { get throws { try text(sakdi_board_fen(board, true)) } }

    var moves: [String] { get throws { try text(sakdi_board_moves(board, nil)).split(separator: " ").map(String.init) } }

    func count(language: String = "th") throws -> String { try text(sakdi_board_count_text(board, language)) }
}
