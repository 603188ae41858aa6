internal import FileSystem
internal import GitObjects

/// The calls of models outside sessions, as far as they travelled: `refs/stet/usage/MACHINE` at the remote.
struct UsageTravel {
  /// The limits of what is fetched.
  static let limits = TravelLimits(sessions: 256, bytes: 16 << 20)

  /// The part of this machine's file that the remote has.
  struct Sent: Hashable {
    /// The file when it was read.
    var stamp: FileStamp
    /// The length in bytes of its whole lines.
    var length: Int
    /// The version at the remote that has them; nil without a call.
    var version: ObjectID?
  }

  /// The versions at the remote when it was last asked, by machine.
  var listed: [String: ObjectID] = [:]
  /// The versions that are too large.
  var large: [String: ObjectID] = [:]
  /// The versions whose calls are below `.git/stet/usage`.
  var stored: [String: ObjectID] = [:]
  /// The last publication, or the last one that was not needed.
  var sent: Sent?

  /// Returns the name of a machine at the remote.
  ///
  /// - Parameter holder: its name in leases.
  static func name(_ holder: String) -> String { String(holder.drop { $0 == "-" }) }

  /// Returns the length of the part of a file that need not be read again.
  func known(_ stamp: FileStamp, at version: ObjectID?) -> Int {
    guard let sent, sent.version == version, sent.stamp.inode == stamp.inode, stamp.size >= Int64(sent.length) else {
      return 0
    }
    return sent.length
  }
}
