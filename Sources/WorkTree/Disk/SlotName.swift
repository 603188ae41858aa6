package import FileSystem
package import GitObjects
package import Journal

/// The names and locations of slots: the temporaries of placements, and after them the displaced files.
package enum SlotName {
  /// The beginning of the slots of exchanged large files.
  package static let large = "l"
  /// The beginning of the slots of contents that are evicted: `le7.VERSION-INODE`.
  package static let evicted = "le"

  /// Returns the slot of a file that is placed without a turn.
  package static func adopted(_ number: UInt64, _ index: Int) -> String { "a\(number)-\(index)" }

  /// Returns the version whose content a remote confirmed before the file in a slot was displaced; its object may be
  /// deleted. Content that somebody wrote late to the file is another version. nil if no remote was asked.
  package static func versionHeldElsewhere(_ slot: String) -> ObjectID? {
    guard slot.hasPrefix(evicted), let dot = slot.firstIndex(of: ".") else { return nil }
    return ObjectID(hex: slot[slot.index(after: dot)...].prefix { $0 != "-" })
  }

  /// Returns the only location of a slot on another mount than the store.
  package static func besideTarget(_ slot: String, of path: WorkspacePath) -> FileLocation {
    FileLocation(path).sibling(named: ".stet.\(slot).tmp")
  }

  /// Returns the location of a displaced file until a checkpoint.
  package static func displacedLocation(_ slot: String, of path: WorkspacePath, besideTarget: Bool) -> FileLocation {
    besideTarget ? Self.besideTarget(slot, of: path) : .store("displaced/\(slot)")
  }
}

extension Placement {
  /// The location of its temporary, and after the exchange of the displaced file.
  package var temporary: FileLocation {
    besideTarget ? SlotName.besideTarget(slot, of: path) : .store("tmp/\(slot)")
  }

  /// The location of its displaced file until a checkpoint.
  package var displacedLocation: FileLocation {
    SlotName.displacedLocation(slot, of: path, besideTarget: besideTarget)
  }
}
