internal import Git
internal import GitObjects
internal import Recording
internal import WorkTree

/// Follows the changes of git's configuration.
///
/// Belongs to the executor of `FolderKeeper`.
package final class ConfigurationDesk {
  private let recorder: Recorder
  private let repository: Repository
  private let time: any TimeSource
  private let events: EventHub
  private let repairs: RepairDesk
  /// The person as git's configuration names them now.
  package private(set) var person: ConfiguredPerson
  /// The checks of git's configuration and attributes.
  package private(set) var configurationWatch = ConfigurationWatch()

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, repository: Repository, time: any TimeSource, events: EventHub, repairs: RepairDesk,
    person: ConfiguredPerson
  ) {
    self.recorder = recorder
    self.repository = repository
    self.time = time
    self.events = events
    self.repairs = repairs
    self.person = person
  }

  /// Reads git's configuration again if it changed, also outside the folder: the next commit has the configured name,
  /// and the exchange uses the configured ssh command.
  package func readConfiguration() {
    switch person.update() {
    case .unchanged: return
    case .failed:
      let name = person.identity.name
      events.publish(
        .problem, "git cannot read its configuration; commits are made as \(name), as before: see 'git config --list'")
    case .read: break
    }
    configurationWatch.noteOutsideChange()
    let identity = person.identity
    recorder.identity = RecorderIdentity(
      name: identity.name, email: identity.email, machine: identity.machine, mark: recorder.identity.mark,
      beginning: recorder.identity.beginning)
  }

  /// Returns why the repository cannot be recorded with its present configuration; nil if it can.
  func refusedConfiguration() -> String? {
    let files = configurationWatch.attributeFiles
    return configurationWatch.refusal {
      let facts = try? RepositoryFacts(root: repository.root, attributeFiles: Array(files))
      let findings = facts.map(RepositoryCheck.findings) ?? []
      return findings.first { $0.verdict == .refused }?.description
    }
  }

  /// Restores a damaged configuration after a rest, and stores a copy of a readable one. A person's edit is kept.
  func repairConfiguration(_ restored: () -> Void) {
    guard configurationWatch.begin(at: time.now().monotonic) else { return }
    do throws(ObjectStoreError) {
      if let mended = try ConfigurationCopy(root: repository.root).restore(mayBeEdited: true) {
        repairs.noteRepairs([mended.description])
        configurationWatch.noteRestored()
        restored()
      } else {
        try ConfigurationCopy(root: repository.root).keep()
      }
    } catch {
      events.publish(.problem, "git's configuration could not be kept: \(error)")
    }
  }

  /// The value of `stet.hookTimeout`; nil if it is not set.
  package var hookTimeout: String? { repository.settings.text("stet.hookTimeout") }

  /// Records a change of the repository's configuration file.
  func noteChange(at now: Int64) { configurationWatch.noteChange(at: now) }

  /// Records a change of ignore rules, attributes or the policy, with the paths of changed attribute files.
  func noteRuleChange(attributeFiles: [String]) { configurationWatch.noteRuleChange(attributeFiles: attributeFiles) }

  /// Schedules the check for damage unless it is scheduled; returns its time.
  func awaitCheck(at now: Int64) -> Int64 { configurationWatch.awaitCheck(at: now) }
}
