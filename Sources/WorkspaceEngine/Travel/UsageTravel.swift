internal import FileSystem
internal import GitObjects

/// The calls of models outside sessions, as far as they travelled: `refs/stet/usage/MACHINE` at the remote.
struct UsageTravel {
  /// The limits of what is fetched, and of the calls of a machine that are counted.
  var limits = TravelLimits(sessions: 256, bytes: 16 << 20)
  /// The greatest size in bytes of the calls of all other machines together.
  var total = 64 << 20

  /// The calls of a machine below `.git/stet/usage`.
  struct Stored: Hashable {
    /// The version that has them.
    var version: ObjectID
    /// The greatest size in bytes that they could have.
    var limit: Int
    /// Whether these are all calls of the version.
    var isWhole: Bool

    /// Returns whether these are the calls of a version as far as another limit allows them.
    func holds(_ version: ObjectID, atMost limit: Int) -> Bool {
      self.version == version && (isWhole || limit <= self.limit)
    }
  }

  /// The facts on which a publication depends.
  struct State: Hashable {
    /// The file with this machine's calls.
    var stamp: FileStamp
    /// The remote's address.
    var address: String
    /// This machine's version at the remote; nil if it has none.
    var version: ObjectID?
  }

  /// The part of this machine's file that the remote has.
  struct Sent: Hashable {
    /// The state after the publication.
    var state: State
    /// The length in bytes of the file's whole lines.
    var length: Int
  }

  /// A publication that is not tried again in the same state.
  struct Refusal: Hashable {
    /// The state before the publication.
    var state: State
    /// The reason for people.
    var message: String
  }

  /// Whether the remote has the calls of this machine.
  enum Delivery: Hashable {
    /// It has all of them.
    case done
    /// It may lack some.
    case due
    /// It lacks some and is not asked again, for this reason.
    case refused(String)
  }

  /// The versions at the remote when it was last asked, by machine.
  var listed: [String: ObjectID] = [:]
  /// The versions that are too large or damaged.
  var large: [String: ObjectID] = [:]
  /// The calls below `.git/stet/usage`, by machine.
  var stored: [String: Stored] = [:]
  /// The last publication, or the last one that was not needed.
  var sent: Sent?
  /// The last publication that was refused.
  var refusal: Refusal?

  /// Returns the name of a machine at the remote.
  ///
  /// - Parameter holder: its name in leases.
  static func name(_ holder: String) -> String { String(holder.drop { $0 == "-" }) }

  /// Returns the length of the part of a file that need not be read again.
  func known(_ stamp: FileStamp, at version: ObjectID?) -> Int {
    guard let sent, sent.state.version == version, sent.state.stamp.inode == stamp.inode,
      stamp.size >= Int64(sent.length)
    else { return 0 }
    return sent.length
  }

  /// Returns whether the remote has this machine's calls, as far as is known here.
  ///
  /// - Parameters:
  ///   - stamp: the file with the calls.
  ///   - name: this machine's name at the remote.
  func delivery(_ stamp: FileStamp, of name: String, at address: String) -> Delivery {
    let state = State(stamp: stamp, address: address, version: listed[name])
    if let refusal, refusal.state == state { return .refused(refusal.message) }
    return sent?.state == state ? .done : .due
  }
}
