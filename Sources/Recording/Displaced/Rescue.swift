internal import GitObjects

/// A displaced text that history does not have, with its write.
struct Rescue {
  /// Its slot; nil if the text was observed before it was displaced.
  var slot: String?
  /// The version in the slot.
  var blob: ObjectID
  /// The write: the person's, based on the version that was expected in its place.
  var write: Write
}
