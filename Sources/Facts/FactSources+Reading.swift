internal import HTTPTransfer
package import Payloads
internal import Threads

extension FactSources {
  /// Answers a query from all sources of its kind that may be read. Never throws: a source that fails is a line.
  ///
  /// - Parameter name: the only source to read; nil for all.
  package func read(_ query: FactQuery, only name: String? = nil) async -> SourceReading {
    guard query.source != .notes else {
      return SourceReading(.failed(FactLine.notes))
    }
    let files: SourceFiles
    do throws(SourceFilesError) { files = try await self.files() } catch {
      return SourceReading(.failed("\(error)"))
    }
    var lines: [String] = []
    var allowed: [Source] = []
    for source in files.settings.sources where source.kind == query.source && (name ?? source.name) == source.name {
      if let refusal = FactLine.refusal(source, files.decisions.access(to: source), surroundings.settings) {
        lines.append(refusal)
      } else {
        allowed.append(source)
      }
    }
    guard !allowed.isEmpty else {
      return SourceReading(
        .notSetUp(lines.first ?? FactLine.notSetUp(query.source, surroundings.settings)),
        remarks: Array(lines.dropFirst()))
    }
    var reading = await read(query, allowed, zone: files.zone)
    reading.remarks += lines
    return reading.bounded
  }

  private func read(_ query: FactQuery, _ sources: [Source], zone: String) async -> SourceReading {
    let now = now()
    switch query {
    case .events(let days):
      let contents = await onThread("stet.events") { CalendarContents(sources) }
      return await Self.calendars.run { Self.events(contents, days, zone: zone) }
    case .reminders:
      let contents = await onThread("stet.reminders") { CalendarContents(sources) }
      return await Self.calendars.run { Self.reminders(contents, zone: zone) }
    case .mail(let query):
      let clock = await Self.calendars.run { LocalClock(query.days, zone: zone) }
      return await onThread("stet.mail") { Self.mail(sources, query, clock) }
    case .health(let day):
      return await onThread("stet.health") { Self.health(sources, day) }
    case .habits(let days):
      return await onThread("stet.habits") { Self.habits(sources, days) }
    case .weather, .route:
      return await server(sources, query, now: now, zone: zone)
    case .notes:
      return SourceReading(.failed(FactLine.notes))
    }
  }

  /// Returns the present time in the person's zone.
  ///
  /// - Throws: `SourceFilesError` if the settings cannot be used.
  package func localNow() async throws(SourceFilesError) -> LocalTime {
    await Self.localTime(now(), zone: try await files().zone)
  }

  /// Returns the present time in the zone that the settings name, with a sentence if that zone is unknown and UTC counts;
  /// nil if they name none.
  ///
  /// - Throws: `SourceFilesError` if the settings cannot be used.
  package func settingsTime() async throws(SourceFilesError) -> (now: LocalTime, problem: String?)? {
    guard let name = try await files().settings.timeZone else { return nil }
    let isKnown = await Self.calendars.run { CalendarZones.isKnown(name) }
    let problem = "The time zone '\(name)' of \(surroundings.settings) is unknown: times count as UTC."
    return (await Self.localTime(now(), zone: name), isKnown ? nil : problem.onOneLine)
  }

  private static func localTime(_ seconds: Int64, zone: String) async -> LocalTime {
    await calendars.run { CalendarZones(local: zone).localTime(seconds) }
  }

  /// Reads the settings and the decisions.
  func files() async throws(SourceFilesError) -> SourceFiles {
    let surroundings = surroundings
    return try await onThread("stet.sources") { () throws(SourceFilesError) in try SourceFiles(surroundings) }
  }

  /// Returns the reading of the sources that did not fail, or the line of the first that did.
  private static func reading(_ payload: Payload, _ failures: [String], _ problems: [String], of count: Int)
    -> SourceReading
  {
    if failures.count == count, let first = failures.first {
      return SourceReading(.failed(first), remarks: Array(failures.dropFirst()) + problems)
    }
    return SourceReading(.value(payload), remarks: failures + problems)
  }

  private static func path(of source: Source) -> String {
    guard case .path(let path) = source.place else { return "" }
    return path
  }
}

// MARK: Files

extension FactSources {
  private static func events(_ contents: CalendarContents, _ days: DaySpan, zone: String) -> SourceReading {
    var reader = CalendarReader(days, zone: zone)
    for file in contents.files { reader.read(file.bytes, file: file.name, calendar: file.source) }
    let events = reader.events.sorted { one, other in
      if one.start != other.start { return one.start < other.start }
      if one.isAllDay != other.isAllDay { return one.isAllDay }
      return (one.end.seconds, one.title, one.calendar ?? "") < (other.end.seconds, other.title, other.calendar ?? "")
    }
    return reading(
      .events(EventList(days: days, events: events)), contents.failures, reader.problems + contents.problems,
      of: contents.count)
  }

  private static func reminders(_ contents: CalendarContents, zone: String) -> SourceReading {
    var parser = CalendarParser(zone: zone)
    var reader = ReminderReader(zone: zone)
    for file in contents.files {
      if let text = parser.open(file.bytes, file: file.name) { reader.read(text, list: file.source) }
    }
    return reading(
      .reminders(ReminderList(reminders: reader.sorted)), contents.failures, parser.problems + contents.problems,
      of: contents.count)
  }

  private static func mail(_ sources: [Source], _ query: MailQuery, _ clock: LocalClock) -> SourceReading {
    var messages: [MailMessage] = []
    var total = 0
    var (failures, problems): ([String], [String]) = ([], [])
    for source in sources {
      do throws(SourceFault) {
        let box = try Maildir(path(of: source), query, addresses: source.addresses, clock: clock)
        messages += box.messages
        total += box.total
        problems += box.problems
      } catch {
        failures.append(FactLine.failed(source, error.sentence))
      }
    }
    let newest = messages.sorted { $0.date > $1.date }.prefix(query.limit)
    return reading(
      .mail(MailList(days: query.days, messages: Array(newest), total: total)), failures, problems, of: sources.count)
  }

  private static func health(_ sources: [Source], _ day: CalendarDay) -> SourceReading {
    var metrics: [HealthMetric] = []
    var failures: [String] = []
    for source in sources {
      do throws(RecordTable.Fault) {
        let found = try HealthRecords(table(of: source).table).metrics(on: day)
        // The first source that has a metric counts.
        metrics += found.filter { metric in !metrics.contains { $0.name == metric.name } }
      } catch {
        failures.append(FactLine.failed(source, "\(path(of: source)): \(error.reason)"))
      }
    }
    return reading(.health(HealthGrid(day: day, metrics: metrics)), failures, [], of: sources.count)
  }

  private static func habits(_ sources: [Source], _ days: DaySpan) -> SourceReading {
    var habits: [Habit] = []
    var failures: [String] = []
    for source in sources {
      do throws(RecordTable.Fault) {
        habits += try HabitRecords(table(of: source, orEmpty: true).table).habits(on: days, source)
      } catch {
        failures.append(FactLine.failed(source, "\(path(of: source)): \(error.reason)"))
      }
    }
    return reading(.habits(HabitGrid(days: days, habits: habits)), failures, [], of: sources.count)
  }

  /// Returns the table of a file of records.
  ///
  /// - Parameters:
  ///   - orEmpty: whether a missing file is one without entries.
  ///   - forEntries: whether entries are added, as UTF-8.
  static func table(
    of source: Source, orEmpty: Bool = false, forEntries: Bool = false
  ) throws(RecordTable.Fault) -> (table: RecordTable, exists: Bool) {
    let path = path(of: source)
    if orEmpty, SourceFile.isFolder(path) == nil { return (try RecordTable(HabitRecords.header), false) }
    let bytes: [UInt8]
    do throws(SourceFault) { bytes = try SourceFile.read(path, limit: 32 << 20).bytes } catch {
      throw RecordTable.Fault(reason: error.reason)
    }
    let text = SourceText(bytes)
    guard !forEntries || !text.isForeign else {
      throw RecordTable.Fault(
        reason: "it is \(text.charset), and entries are added to UTF-8 files only; save it as UTF-8")
    }
    return (try RecordTable(text.text), true)
  }
}

// MARK: Servers

extension FactSources {
  /// Asks the first server that answers.
  private func server(_ sources: [Source], _ query: FactQuery, now: Int64, zone: String) async -> SourceReading {
    var failures: [String] = []
    for source in sources {
      guard case .server(let server) = source.place else { continue }
      let reader = ServerReader(
        cache: AnswerCache(path: "\(surroundings.cache)/\(source.name).json"),
        loop: TransferLoop(transfer(server.address)), now: now)
      let answer: ServerReader.Answer<SourceOutcome<Payload>>
      if let to = server.to {
        let departure = await Self.localTime(now, zone: zone)
        answer = await reader.value(RouteAnswer.address(server, to: to), lifetime: server.lifetime) { body in
          RouteAnswer.read(body, server, to: to, departure: departure)?.map { .route($0) }
        }
      } else {
        answer = await reader.value(WeatherAnswer.address(server), lifetime: server.lifetime) { body in
          WeatherAnswer.read(body, place: server.from.name).map { .value(.weather($0)) }
        }
      }
      switch answer {
      case .value(.value(let payload), let problem):
        let line = problem.map { "The \(source.kind.noun) '\(source.name)': \($0)." }
        return SourceReading(.value(payload), remarks: failures + (line.map { [$0] } ?? []))
      case .value(.failed(let reason), _), .value(.notSetUp(let reason), _), .failed(let reason):
        failures.append(FactLine.failed(source, "\(server.address): \(reason)"))
      }
    }
    return SourceReading(
      .failed(failures.first ?? FactLine.notSetUp(query.source, surroundings.settings)),
      remarks: Array(failures.dropFirst()))
  }
}
