internal import GitObjects
internal import LargeFiles

/// The objects of large files to upload, and what the remote said of them. Pure.
struct UploadList {
  /// The size in bytes above which objects form a second group: small objects do not wait behind large ones.
  static let small = 4_000_000
  /// The time after which the remote is asked again for an object that is neither here nor there.
  private static let askPause = Duration.seconds(60)

  /// The effect of an object's end.
  struct Ending {
    /// Whether a version that waits for the object can be published.
    var isSent = false
    /// Whether the list of owed objects changed.
    var paysDebt = false
    /// Whether the exchange should look for versions to publish. Versions are published as soon as their objects are
    /// sent, even while a film uploads for hours: small objects with their group, a large one by itself.
    var wakes = false
  }

  /// The objects to upload, by id; an object that is missing on both sides is not included.
  private var waiting: [ContentID: Pointer] = [:]
  /// The versions of those objects, as of the last publication.
  private var versions: [PointedVersion] = []
  /// The objects that published versions name and the remote denies; they are uploaded as soon as they are here.
  private(set) var owed: [ContentID: PointedVersion]
  /// The objects that a remote without history claimed to have, or accepted, since the last publication to it.
  private var confirmed: Set<ContentID> = []
  /// The objects that neither side had, with the time of that answer.
  private var lost: [ContentID: ContinuousClock.Instant] = [:]
  /// The objects that are being uploaded.
  private(set) var moving: Set<ContentID> = []
  /// The objects of each group whose upload has not ended.
  private var groups: [Int: Set<ContentID>] = [:]

  /// Creates a list with the objects that were owed before the last stop.
  init(owed: [PointedVersion]) {
    self.owed = Dictionary(owed.map { ($0.pointer.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The versions that wait for their objects.
  var held: [PointedVersion] { versions.filter { waiting[$0.pointer.id] != nil } }

  /// Returns whether an object is wanted.
  func wants(_ id: ContentID) -> Bool { pointer(of: id) != nil }

  /// Returns the pointer to a wanted object; nil for any other one.
  func pointer(of id: ContentID) -> Pointer? { waiting[id] ?? owed[id]?.pointer }

  /// Returns whether neither side had an object when the remote was last asked for it.
  func isLost(_ id: ContentID) -> Bool { lost[id] != nil }

  /// Sets the versions that wait; returns the paths that began to wait, and those that no longer do.
  mutating func take(_ open: [PointedVersion]) -> (began: [String], ended: [String]) {
    let before = Set(versions.map(\.version.path).map(NameKey.init))
    versions = open
    waiting = [:]
    for item in open { waiting[item.pointer.id] = item.pointer }
    let after = Set(open.map(\.version.path).map(NameKey.init))
    return (after.subtracting(before).map { String($0.text) }, before.subtracting(after).map { String($0.text) })
  }

  /// Adds objects that the remote denies; returns whether the list of owed objects changed.
  mutating func owe(_ items: [PointedVersion]) -> Bool {
    let before = owed
    for item in items { owed[item.pointer.id] = item }
    return owed != before
  }

  /// Takes the objects to upload now, in groups, each with its number.
  ///
  /// - Parameter mayBegin: returns whether an object may be uploaded now.
  mutating func begin(_ number: () -> Int, _ mayBegin: (Pointer) -> Bool) -> [(number: Int, pointers: [Pointer])] {
    let wanted = waiting.merging(owed.mapValues(\.pointer)) { own, _ in own }
    let ready = wanted.values.filter { !moving.contains($0.id) && mayBegin($0) }
    let sizes = [ready.filter { $0.size <= Self.small }, ready.filter { $0.size > Self.small }]
    return sizes.filter { !$0.isEmpty }.map { group in
      let number = number()
      moving.formUnion(group.map(\.id))
      groups[number] = Set(group.map(\.id))
      return (number, group)
    }
  }

  /// Records the end of an object's upload.
  mutating func ended(_ id: ContentID, in group: Int, isThere: Bool) -> Ending {
    moving.remove(id)
    groups[group]?.remove(id)
    if groups[group]?.isEmpty == true { groups[group] = nil }
    let isLarge = pointer(of: id).map { $0.size > Self.small } ?? false
    var ending = Ending()
    if isThere {
      confirmed.insert(id)
      ending.isSent = waiting.removeValue(forKey: id) != nil
      ending.paysDebt = owed.removeValue(forKey: id) != nil
    }
    ending.wakes = moving.isEmpty || groups[group] == nil || ending.isSent && isLarge
    return ending
  }

  /// Returns whether the upload of one of these objects ends soon: a large one that ran before takes longer.
  func endsSoon(_ open: [PointedVersion], movingBefore: Set<ContentID>) -> Bool {
    open.contains { item in
      moving.contains(item.pointer.id)
        && (item.pointer.size <= Self.small || !movingBefore.contains(item.pointer.id))
    }
  }

  /// Returns the objects that a remote without history is to be asked for although it is known to have them.
  func doubted(_ found: [PointedVersion], isKnown: (ContentID) -> Bool) -> [ContentID: Pointer] {
    var doubted: [ContentID: Pointer] = [:]
    for item in found where isKnown(item.pointer.id) && !confirmed.contains(item.pointer.id) {
      doubted[item.pointer.id] = item.pointer
    }
    return doubted
  }

  /// Records objects that the remote has.
  mutating func confirm(_ held: Set<ContentID>) { confirmed.formUnion(held) }

  /// Forgets what a remote without history claimed to have.
  mutating func forgetConfirmed() { confirmed = [] }

  /// Returns the objects that are not here and that the remote is to be asked for now.
  func absent(_ found: [PointedVersion], at now: ContinuousClock.Instant, isHere: (Pointer) -> Bool)
    -> [ContentID: Pointer]
  {
    var absent: [ContentID: Pointer] = [:]
    for item in found where !isHere(item.pointer) {
      if lost[item.pointer.id].map({ $0 + Self.askPause > now }) ?? false { continue }
      absent[item.pointer.id] = item.pointer
    }
    return absent
  }

  /// Records objects that neither side has; returns those of which that was unknown.
  mutating func noteLost(_ missing: [ContentID], at now: ContinuousClock.Instant) -> Set<ContentID> {
    let fresh = Set(missing.filter { lost[$0] == nil })
    for id in missing { lost[id] = now }
    return fresh
  }

  /// Forgets which objects neither side has, so that they are asked for again.
  mutating func forgetLost() { lost = [:] }
}
