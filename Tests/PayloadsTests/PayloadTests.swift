import Testing
import Values

@testable import Payloads

/// The payloads of abilities: what follows from their facts, their JSON and their lines.
@Suite struct PayloadTests {
  @Test(arguments: [
    // Overlaps and adjacent events are one, short gaps are none.
    (["09:00-10:00", "09:30-11:00", "11:00-12:00", "12:20-13:00"], "07:00", ["08:00-09:00", "13:00-18:00"]),
    // Nothing before the present time, from the next quarter on.
    (["14:00-15:00"], "12:03", ["12:15-14:00", "15:00-18:00"]),
    (["06:00-20:00"], "07:00", []),
    ([], "17:31", []),
    ([], "07:00", ["08:00-18:00"]),
  ])
  func `free slots lie between the events of the working day`(events: [String], now: String, slots: [String]) {
    var list = Samples.list()
    list.events = events.map { text in
      let parts = text.split(separator: "-").map(String.init)
      return Samples.event(text, parts[0], parts[1])
    }
    let free = FreeSlots(of: list, now: Samples.time(now))
    #expect(free.slots.map { "\($0.start.clock)-\($0.end.clock)" } == slots)
  }

  @Test func `whole days and free events take no time`() {
    var holiday = Samples.event("Holiday", "00:00", "23:59")
    holiday.isAllDay = true
    var reminder = Samples.event("Maybe", "10:00", "11:00")
    reminder.isFree = true
    let free = FreeSlots(of: Samples.list(holiday, reminder), now: Samples.time("06:00"))
    #expect(free.slots.map(\.minutes) == [600])
  }

  @Test(arguments: [(20_541, 60, 120), (20_751, 120, 60)])
  func `free slots have the hours of the day on which the clocks change`(number: Int64, before: Int, after: Int) {
    let day = CalendarDay(number: number)
    func time(_ minute: Int, offset: Int, on day: CalendarDay = day) -> LocalTime {
      LocalTime(seconds: day.number * 86_400 + Int64(minute - offset) * 60, offset: offset)
    }
    var market = CalendarEvent(
      title: "Market", start: time(0, offset: before), end: time(0, offset: after, on: day.adding(1)))
    market.isAllDay = true
    let meeting = CalendarEvent(title: "Meeting", start: time(600, offset: after), end: time(660, offset: after))
    for (events, slots) in [
      ([market, meeting], ["08:00-10:00", "11:00-18:00"]), ([meeting, market], ["08:00-10:00", "11:00-18:00"]),
      ([market], ["08:00-18:00"]), ([], ["08:00-18:00"]),
    ] {
      let list = EventList(days: DaySpan(from: day), events: events)
      let free = FreeSlots(of: list, now: time(420, offset: after))
      #expect(free.slots.map { "\($0.start.clock)-\($0.end.clock)" } == slots)
      #expect(free.slots.allSatisfy { $0.start.offset == after && $0.end.offset == after })
    }
  }

  @Test func `an event belongs to each day that it overlaps`() {
    let next = Samples.day.adding(1)
    let night = CalendarEvent(title: "Night", start: Samples.time("22:00"), end: Samples.time("02:00", day: next))
    #expect(night.overlaps(Samples.day) && night.overlaps(next) && !night.overlaps(next.adding(1)))
    #expect(night.time(on: Samples.day) == "from 22:00" && night.time(on: next) == "until 02:00")
    let late = CalendarEvent(title: "Late", start: Samples.time("22:00"), end: Samples.time("00:00", day: next))
    #expect(!late.overlaps(next) && late.time(on: Samples.day) == "22:00–24:00")
    let moment = Samples.event("Call", "00:00", "00:00")
    #expect(moment.overlaps(Samples.day))
  }

  @Test(arguments: [(8.0, 10.0, -20), (11, 10, 10), (1, 0, nil), (nil, 10, nil)] as [(Double?, Double, Int?)])
  func `a value is compared to its average`(value: Double?, average: Double, percent: Int?) {
    let metric = HealthMetric(
      name: "steps", label: "Steps", value: value, unit: "", average: average, averageDays: 7)
    #expect(metric.percent == percent)
  }

  @Test func `the values of sleep are recognized by their names`() {
    let names = ["steps", "sleep", "deep_sleep", "sleepiness", "awakenings", "hrv"]
    let metrics = names.map { HealthMetric(name: $0, label: $0, value: 1, unit: "") }
    let grid = HealthGrid(day: Samples.day, metrics: metrics)
    #expect(grid.sleep.metrics.map(\.name) == ["sleep", "deep_sleep", "awakenings"])
  }

  @Test func `a streak ends today, or yesterday if today is open`() {
    let (today, yesterday) = (Samples.day, Samples.day.adding(-1))
    let run = Habit(name: "Run", amounts: [yesterday: 5, yesterday.adding(-1): 5, yesterday.adding(-2): 4], goal: 5)
    #expect(!run.isDone(on: today) && run.streak(until: today) == 2)
    let read = Habit(name: "Read", amounts: [today: 1])
    #expect(read.isDone(on: today) && read.streak(until: today) == 1)
    let grid = HabitGrid(days: DaySpan(from: yesterday.adding(-1), count: 3), habits: [run, read])
    #expect(grid.open.map(\.name) == ["Run"])
    #expect(Payload.habits(grid).lines == ["Run   ●●·  open  0 of 5  2 days in a row", "Read  ··●  done"])
    let swim = Habit(name: "Swim", amounts: [today: 0.5], goal: 2, unit: "km")
    #expect(
      Payload.habits(HabitGrid(days: DaySpan(from: today), habits: [swim])).lines == ["Swim  ○  open  0.5 of 2 km"])
    #expect(swim.rest(on: today) == 1.5 && read.rest(on: today) == 0 && run.rest(on: today) == 5)
  }

  @Test func `mail that requires an action is flagged, or unread and personal`() {
    func message(_ subject: String, _ change: (inout MailMessage) -> Void) -> MailMessage {
      var message = MailMessage(
        from: "Ada", address: "ada@example.org", subject: subject, date: Samples.time("08:00"), text: "")
      change(&message)
      return message
    }
    let messages = [
      message("list") { ($0.isUnread, $0.isBulk) = (true, true) },
      message("flagged list") { ($0.isFlagged, $0.isBulk) = (true, true) },
      message("answered") { ($0.isFlagged, $0.isAnswered) = (true, true) },
      message("read") { _ in },
      message("for others") { ($0.isUnread, $0.isToMe) = (true, false) },
      message("unread") { $0.isUnread = true },
    ]
    let list = MailList(days: DaySpan(from: Samples.day), messages: messages, total: 9)
    #expect(list.actionRequired.messages.map(\.subject) == ["flagged list", "unread"])
    #expect(list.newest.messages.map(\.subject) == ["read"])
    #expect(Payload.mail(list).lines.last == "… and 3 older ones")
  }

  @Test func `JSON has the type, and leaves out what is not known`() {
    var now = WeatherConditions(time: Samples.time("12:00"), summary: "rain", temperature: 6)
    now.wind = .nan
    let weather = Payload.weather(Weather(place: "Berlin", now: now, hours: []))
    let line = String(decoding: weather.json.line, as: UTF8.self)
    #expect(
      line
        == #"{"kind":"weather","place":"Berlin","now":{"time":"2026-11-27T12:00:00+01:00","summary":"rain","temperature":6},"hours":[]}"#
    )
  }

  @Test func `a briefing shows each source, with its facts or the line that stands for them`() {
    let briefing = Briefing(tiles: [
      .init(source: .calendar, outcome: .value(.events(Samples.list(Samples.event("Stand-up", "09:00", "09:15"))))),
      .init(source: .mail, outcome: .notSetUp("Set up a Maildir.")),
      .init(source: .weather, outcome: .failed("No network.")),
    ])
    #expect(
      Payload.briefing(briefing).lines == [
        "Calendar", "  09:00–09:15  Stand-up", "Mail", "  Set up a Maildir.", "Weather", "  No network.",
      ])
    let tiles = Payload.briefing(briefing).json["tiles"]?.elements
    #expect(tiles?[0]["payload"]?["kind"] == "events" && tiles?[1]["notSetUp"] == "Set up a Maildir.")
    #expect(tiles?[2]["failed"] == "No network." && tiles?[2]["payload"] == nil)
  }
}
