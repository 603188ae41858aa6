package import FileSystem
package import GitObjects
package import LargeFiles

/// The state of a path on disk, as a turn needs it.
package struct DiskState {
  /// The mode; nil for no file.
  package var mode: FileMode?
  /// The blob; nil for no file.
  package var blob: ObjectID?
  /// The bytes, if they had to be read.
  package var bytes: [UInt8]?
  /// The stamp; nil for no file.
  package var stamp: FileStamp?
  /// Whether no writer had it open.
  package var isSettled: Bool
  /// The pointer, if the content of a large file is there. Blob and bytes are then the pointer's.
  package var content: Pointer?
  /// The parsed text, if a pointer's text, or an edited one, is there.
  package var text: PointerReading?

  package init(
    mode: FileMode?, blob: ObjectID?, bytes: [UInt8]?, stamp: FileStamp?, isSettled: Bool, content: Pointer? = nil,
    text: PointerReading? = nil
  ) {
    self.mode = mode
    self.blob = blob
    self.bytes = bytes
    self.stamp = stamp
    self.isSettled = isSettled
    self.content = content
    self.text = text
  }
}

/// The reason why a path cannot be observed.
package enum LookFailure: Error {
  /// A folder is at the path.
  case folder
  /// A FIFO, socket or device is at the path.
  case special
  /// The file is larger than the limit for memory; its size.
  case tooLarge(Int64)
  /// The disk refused.
  case disk(FileError)
}
