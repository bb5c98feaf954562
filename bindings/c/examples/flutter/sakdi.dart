// Sakdi in a Flutter app, through dart:ffi. It needs `ffi` in pubspec.yaml.
//
// Android: build libsakdi.so with cargo-ndk into android/app/src/main/jniLibs, as in
// ../kotlin/Sakdi.kt. iOS and macOS: add the xcframework of ../swift/Sakdi.swift to the Runner. Dart looks for
// the functions when the app runs, so the linker has to keep them: in Xcode add
// `-force_load $(BUILT_PRODUCTS_DIR)/libsakdi.a` to Other Linker Flags and set Strip Style to Non-Global Symbols.

import 'dart:async';
import 'dart:ffi';
import 'dart:io';

import 'package:ffi/ffi.dart';

final DynamicLibrary _library = Platform.isIOS || Platform.isMacOS
    ? DynamicLibrary.process()
    : DynamicLibrary.open(Platform.isWindows ? 'sakdi.dll' : 'libsakdi.so');

final _new = _library.lookupFunction<Pointer<Void> Function(Pointer<Void>, Pointer<Void>),
    Pointer<Void> Function(Pointer<Void>, Pointer<Void>)>('sakdi_session_new');
final _read = _library.lookupFunction<Pointer<Utf8> Function(Pointer<Void>, Uint32),
    Pointer<Utf8> Function(Pointer<Void>, int)>('sakdi_session_read');
final _send = _library.lookupFunction<Int32 Function(Pointer<Void>, Pointer<Utf8>),
    int Function(Pointer<Void>, Pointer<Utf8>)>('sakdi_session_send');
final _free = _library
    .lookupFunction<Void Function(Pointer<Void>), void Function(Pointer<Void>)>('sakdi_session_free');
final _boardNew = _library.lookupFunction<
    Pointer<Void> Function(Pointer<Utf8>, Pointer<Utf8>, Pointer<Utf8>),
    Pointer<Void> Function(Pointer<Utf8>, Pointer<Utf8>, Pointer<Utf8>)>('sakdi_board_new');
final _boardFree = _library
    .lookupFunction<Void Function(Pointer<Void>), void Function(Pointer<Void>)>('sakdi_board_free');
final _boardMoves = _library.lookupFunction<Pointer<Utf8> Function(Pointer<Void>, Pointer<Utf8>),
    Pointer<Utf8> Function(Pointer<Void>, Pointer<Utf8>)>('sakdi_board_moves');
final _boardPlay = _library.lookupFunction<Int32 Function(Pointer<Void>, Pointer<Utf8>),
    int Function(Pointer<Void>, Pointer<Utf8>)>('sakdi_board_play');
final _textFree = _library
    .lookupFunction<Void Function(Pointer<Utf8>), void Function(Pointer<Utf8>)>('sakdi_text_free');
final _errorText =
    _library.lookupFunction<Pointer<Utf8> Function(), Pointer<Utf8> Function()>('sakdi_error_text');

class SakdiException implements Exception {
  SakdiException() : message = _errorText().toDartString();
  final String message;
  @override
  String toString() => message;
}

/// A UCI engine. A timer looks for its output, so that no thread of the engine calls into Dart.
class SakdiEngine {
  SakdiEngine(void Function(String) onLine) : _session = _new(nullptr, nullptr) {
    if (_session == nullptr) throw SakdiException();
    _timer = Timer.periodic(const Duration(milliseconds: 20), (_) {
      for (var line = _read(_session, 0); line != nullptr; line = _read(_session, 0)) {
        final text = line.toDartString();
        _textFree(line);
        onLine(text);
        // It may have closed the engine.
        if (!_timer.isActive) return;
      }
    });
  }

  final Pointer<Void> _session;
  late final Timer _timer;

  void send(String line) => using((arena) {
        if (_send(_session, line.toNativeUtf8(allocator: arena)) != 0) throw SakdiException();
      });

  void close() {
    if (!_timer.isActive) return;
    _timer.cancel();
    _free(_session);
  }
}

/// A game on a board.
class SakdiBoard {
  SakdiBoard({String? fen, String counting = 'thai'}) {
    _board = using((arena) => _boardNew(
        fen?.toNativeUtf8(allocator: arena) ?? nullptr, nullptr, counting.toNativeUtf8(allocator: arena)));
    if (_board == nullptr) throw SakdiException();
  }

  late Pointer<Void> _board;

  List<String> get moves {
    final text = _boardMoves(_board, nullptr);
    if (text == nullptr) throw SakdiException();
    try {
      return text.toDartString().split(' ').where((move) => move.isNotEmpty).toList();
    } finally {
      _textFree(text);
    }
  }

  void play(String move) => using((arena) {
        if (_boardPlay(_board, move.toNativeUtf8(allocator: arena)) != 0) throw SakdiException();
      });

  void close() {
    _boardFree(_board);
    _board = nullptr;
  }
}
