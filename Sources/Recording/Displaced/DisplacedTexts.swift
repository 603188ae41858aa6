internal import FileSystem
internal import GitObjects
internal import Merge
internal import WorkTree

/// Observes displaced files again and merges the texts of late writers.
struct DisplacedTexts: RecorderPart {
  /// The recorder, whose ledgers are used.
  let recorder: Recorder

  /// Returns whether a file that somebody has open only got lines after its version in history, and has been idle for
  /// the settling time of a plain modify: a `tee -a` that stays open for days (review A11). Anything else may be half
  /// saved.
  private func hasGrown(_ content: FoundContent, beyond accounted: ObjectID) -> Bool {
    guard content.content == nil, time.now().wall - content.stamp.modified >= 200_000_000,
      TextMerge.isText(content.bytes),
      let known = try? store.blob(accounted)
    else { return false }
    return content.bytes.count > known.count && content.bytes.starts(with: known)
  }

  /// Observes displaced files again and merges the text of late writers, in the person's name (review A11).
  ///
  /// - Parameter wanted: the slots; nil for all.
  /// - Returns: the slots that are still being written, or hold a text that cannot be merged yet: they are `late`.
  func settle(_ wanted: [String]? = nil) -> [String] {
    (wanted ?? log.slots.names).filter { slot in
      log.slots.setLate(slot, settle(slot))
      return log.slots.late[slot] != nil
    }
  }

  /// Settles one displaced file; returns the reason to observe it again, nil if there is none.
  private func settle(_ slot: String) -> LateText? {
    guard let file = log.slots[slot] else { return nil }
    if let stamp = try? tree.stamp(of: file.location), log.isReadBeside(file, stamp) {
      return settleUnread(file, slot, stamp)
    }
    let found: FoundContent?
    do throws(FileError) {
      found = try disk.displaced.find(file.location, of: file.path, expected: file.accounted, in: slot)
    } catch {
      return .beingSaved
    }
    guard let content = found else {
      log.forgetDisplaced(slot)
      return nil
    }
    if !content.isSettled, !hasGrown(content, beyond: file.accounted) { return .beingSaved }
    let rest: LateText? = content.isSettled ? nil : .beingSaved
    guard content.blob != file.accounted else { return rest }
    // Text that is appended later is merged over this version.
    if !content.isSettled, (try? store.write(.blob, content.bytes)) == nil { return .beingSaved }
    writer.merge([
      Rescue(slot: slot, blob: content.blob, write: executor.rescue(file.path, content, base: file.accounted))
    ])
    return log.slots.late[slot] ?? rest
  }
}
