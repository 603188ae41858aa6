internal import FolderKeeping
internal import LargeFiles
internal import Threads

/// The objects of large files that must not be deleted.
struct NeededObjects: Sendable {
  /// Reads the folder and the tip.
  let keeper: FolderKeeper
  /// The exchange, which names the remote's commit.
  let exchange: CurrentExchange
  /// The open conflicts.
  let conflicts: ConflictDesk

  /// Returns the contents that files, unpublished commits, open conflicts or held paths need; nil if that cannot be
  /// determined.
  func contents() async -> Set<ContentID>? {
    guard let named = await named(), let needed = try? await keeper.neededContents() else { return nil }
    return needed.union(named)
  }

  /// Returns the objects that unpublished commits or open conflicts name: they are not deleted although their files are
  /// evicted; nil if that cannot be determined.
  func named() async -> Set<ContentID>? {
    var named: Set<ContentID> = []
    guard let exchange = exchange.running, let tip = await keeper.tip else { return nil }
    let remote = await exchange.engine.remoteCommit()
    guard let found = try? await exchange.objects.unpublished.find(of: tip, over: remote) else { return nil }
    for item in found { named.insert(item.pointer.id) }
    guard let open = try? await conflicts.open() else { return nil }
    for entry in open.list {
      for blob in [entry.conflict.kept, entry.conflict.other].compactMap(\.self) {
        guard let bytes = await keeper.content(of: blob), bytes.count < Pointer.byteLimit else { continue }
        if let pointer = PointerReading(bytes).pointer { named.insert(pointer.id) }
      }
    }
    return named
  }
}

extension ObjectFolder {
  /// Deletes objects, on a background thread.
  func discard(_ objects: [ContentID]) async {
    await onThread("stet.evict", isBackground: true) {
      // An object that cannot be deleted only takes room.
      for id in objects { try? remove(id) }
    }
  }
}
