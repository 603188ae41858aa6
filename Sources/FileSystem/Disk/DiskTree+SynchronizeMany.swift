import Dispatch
import Glibc
import Synchronization

extension DiskTree {
  /// The threads that sync concurrently: the kernel combines waiting flushes of a device.
  private static let lanes = (1...4).map { DispatchQueue(label: "stet.sync.\($0)", qos: .userInitiated) }
  /// The maximum number of files open at once.
  private static let mostOpen = 64

  package func synchronize(_ locations: [FileLocation]) throws(FileError) {
    if locations.count == 1 { return try synchronize(locations[0]) }
    var rest = locations[...]
    while !rest.isEmpty {
      try synchronizeTogether(rest.prefix(Self.mostOpen))
      rest = rest.dropFirst(Self.mostOpen)
    }
  }

  private func synchronizeTogether(_ locations: ArraySlice<FileLocation>) throws(FileError) {
    var numbers: [Int32] = []
    defer { for number in numbers { close(number) } }
    for location in locations {
      let number = try place(location, .synchronize).open(O_RDONLY | O_NONBLOCK, permissions: 0)
      guard number >= 0 else { throw FileError(errno: -number, .synchronize, location) }
      numbers.append(number)
    }
    let (files, lanes) = (numbers, Self.lanes)
    let failure = Mutex<(place: Int, code: Int32)?>(nil)
    let group = DispatchGroup()
    for (lane, queue) in lanes.enumerated().prefix(files.count) {
      queue.async(group: group) {
        for place in stride(from: lane, to: files.count, by: lanes.count) {
          let result = SystemCall.result { fdatasync(files[place]) }
          guard result < 0 else { continue }
          failure.withLock { if $0.map({ place < $0.place }) ?? true { $0 = (place, -result) } }
        }
      }
    }
    group.wait()
    guard let (place, code) = failure.withLock({ $0 }) else { return }
    throw FileError(errno: code, .synchronize, locations[locations.startIndex + place])
  }
}
