internal import FileSystem
internal import GitObjects
internal import LargeFiles

/// The state of a path on disk, as a turn needs it.
struct DiskState {
  /// The mode; nil for no file.
  var mode: FileMode?
  /// The blob; nil for no file.
  var blob: ObjectID?
  /// The bytes, if they had to be read.
  var bytes: [UInt8]?
  /// The stamp; nil for no file.
  var stamp: FileStamp?
  /// Whether no writer had it open.
  var isSettled: Bool
  /// The pointer, if the content of a large file is there. Blob and bytes are then the pointer's.
  var content: Pointer?
  /// The parsed text, if a pointer's text, or an edited one, is there.
  var text: PointerReading?
}

/// The reason why a path cannot be observed.
enum LookFailure: Error {
  /// A folder is at the path.
  case folder
  /// A FIFO, socket or device is at the path.
  case special
  /// The file is larger than the limit for memory; its size.
  case tooLarge(Int64)
  /// The disk refused.
  case disk(FileError)
}
