internal import Documents
internal import FileSystem
package import GitObjects
package import WorkTree

extension Recorder {
  /// Compares the disk with the tip and records the differences: the truth behind all events (rule 3).
  ///
  /// - Parameters:
  ///   - folder: only below this; nil for all.
  ///   - found: the result of a comparison that was made beside the turns with the present tip; nil to compare now.
  ///   - believesDeletions: whether missing files are recorded as deleted now; otherwise they are postponed.
  ///   - afterPowerLoss: whether the last stop was not in order: a file that is empty, zeros, or equal to an older
  ///     version of itself is restored instead of being recorded (review A10).
  ///   - afterRestart: whether the machine was restarted, even if Stet had stopped in order: then only empty files and
  ///     zeros are restored, because the power may have been cut before the file's own content was written. With both,
  ///     a file that is only the beginning of its recorded version is restored too, and a missing one that was new or
  ///     whose editor's backup is beside it.
  /// - Throws: `RecordError`; nothing is recorded then.
  package func scan(
    _ folder: WorkspacePath? = nil, found: [Observation]? = nil, believesDeletions: Bool, afterPowerLoss: Bool = false,
    afterRestart: Bool = false, origin: WriteOrigin = .person
  ) throws(RecordError) -> ObservationOutcome {
    if case .paused(let reason) = state { throw .paused(reason) }
    let repair = PowerCutRepair(recorder: self)
    return try RecordError.mapping {
      var observations = try found ?? disk.changedPaths(below: folder, believesDeletions: believesDeletions)
      if afterPowerLoss, afterRestart { try repair.endHalfSaves(in: &observations) }
      if afterPowerLoss || afterRestart {
        observations = try repair.restoreTorn(
          observations, olderToo: afterPowerLoss, partsToo: afterPowerLoss && afterRestart)
      }
      var origin = origin
      let renames = try UnseenRenames(swapper: swapper).find(in: &observations)
      if afterPowerLoss, afterRestart { observations = try repair.restoreLostNames(observations, renames) }
      origin.renamed += renames
      let outcome = try record(observations, origin: origin, rehash: false)
      holds.releaseMissing(below: folder, by: origin)
      if folder == nil { mayBeTorn = false }
      return outcome
    }
  }

  /// Compares both ends of a folder's rename with the tip and records the differences, as one commit that names the
  /// rename.
  ///
  /// The absence of the old name was observed. If nothing was recorded there, or something is there again, it is no
  /// rename. While an agent's own command runs, its author is that of the folder's change.
  ///
  /// - Throws: `RecordError`; nothing is recorded then.
  package func scan(
    renamed from: WorkspacePath, to: WorkspacePath
  ) throws(RecordError) -> ObservationOutcome {
    if case .paused(let reason) = state { throw .paused(reason) }
    return try RecordError.mapping {
      let old = try disk.changedPaths(below: from, believesDeletions: true)
      let new = try disk.changedPaths(below: to, believesDeletions: false)
      var origin = authors.originOfSave(to)
      if try entry(at: from)?.mode == .tree, try tree.stamp(of: FileLocation(from)) == nil,
        new.contains(where: { $0.path.isBelow(to) })
      {
        origin.renamed.append(PathRename(from: from.string, to: to.string))
      }
      holds.releaseMissing(below: from, by: nil)
      return try record(old + new, origin: origin, rehash: false)
    }
  }
}
