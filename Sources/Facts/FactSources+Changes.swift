package import Payloads
internal import Threads

extension FactSources {
  /// Carries out a change that the person confirmed, in the first source of its kind that may be used.
  ///
  /// - Returns: the place of the new entry, which is on the disk then.
  package func carryOut(_ change: FactChange) async -> SourceOutcome<String> {
    let files: SourceFiles
    do throws(SourceFilesError) { files = try await self.files() } catch { return .failed("\(error)") }
    let sources = files.settings.sources.filter { $0.kind == change.source }
    guard let source = sources.first(where: { files.decisions.access(to: $0) == .allow }) else {
      let refusal = sources.first.flatMap {
        FactLine.refusal($0, files.decisions.access(to: $0), surroundings.settings)
      }
      return .notSetUp(refusal ?? FactLine.notSetUp(change.source, surroundings.settings))
    }
    guard case .path(let path) = source.place else { return .failed("The source '\(source.name)' has no file.") }
    switch change {
    case .habit(let name, let day, let amount):
      return await onThread("stet.habits") {
        Self.add(habit: name, day: day, amount: amount, to: source, at: path)
      }
    case .reminder(let title, let day, let minute):
      let now = now()
      let uid = [random(), random()].map { String($0, radix: 36) }.joined()
      let zone = files.zone
      var due: Int64?
      if let day, let minute {
        due = await Self.calendars.run { CalendarZones(local: zone).midnight(of: day, minute: minute) }
      }
      let text = ReminderText.write(title: title, uid: uid, due: due, day: day, now: now)
      return await onThread("stet.reminders") { Self.add(reminder: text, uid: uid, to: source, at: path) }
    }
  }

  private static func add(
    habit name: String, day: CalendarDay, amount: Double, to source: Source, at path: String
  ) -> SourceOutcome<String> {
    guard !name.isEmpty, amount.isFinite else { return .failed("A habit needs a name and a number.") }
    do throws(RecordTable.Fault) {
      let (table, exists) = try table(of: source, orEmpty: true, forEntries: true)
      let line = try HabitRecords.line(table, habit: name, day: day, amount: amount)
      do throws(SourceFault) {
        if exists {
          try EntryWriter.append(line, to: path)
        } else {
          let folder = EntryWriter.folder(of: path)
          let file = String(path.dropFirst(folder == "/" ? 1 : folder.count + 1))
          try EntryWriter.create(Array("\(HabitRecords.header)\n\(line)\n".utf8), named: file, in: folder)
        }
      } catch {
        return .failed(FactLine.notWritten(source, error.sentence))
      }
    } catch {
      return .failed(FactLine.notWritten(source, "\(path): \(error.reason)"))
    }
    return .value(path)
  }

  private static func add(reminder text: String, uid: String, to source: Source, at path: String)
    -> SourceOutcome<String>
  {
    guard SourceFile.isFolder(path) == true else {
      return .failed(
        FactLine.notWritten(source, "\(path) is no folder; reminders can be added to a folder of .ics files only"))
    }
    do throws(SourceFault) {
      try EntryWriter.create(Array(text.utf8), named: "\(uid).ics", in: path)
    } catch {
      return .failed(FactLine.notWritten(source, error.sentence))
    }
    return .value("\(path)/\(uid).ics")
  }
}

extension FactLine {
  /// Returns the sentence on a source that could not be changed.
  static func notWritten(_ source: Source, _ reason: String) -> String {
    "Nothing was added to the \(source.kind.noun) '\(source.name)': \(reason).".onOneLine
  }
}
