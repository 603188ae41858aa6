/// The trailers that Stet writes, in their order in a message.
enum TrailerKey: String, CaseIterable {
  case actor = "Stet-Actor"
  case agent = "Stet-Agent"
  case session = "Stet-Session"
  case during = "Stet-During"
  case tool = "Stet-Tool"
  case call = "Stet-Call"
  case model = "Stet-Model"
  case machine = "Stet-Machine"
  case change = "Stet-Change"
  case conflict = "Stet-Conflict"
  case resolves = "Stet-Resolves"
  case restores = "Stet-Restores"
  case undoes = "Stet-Undoes"
  case renamed = "Stet-Renamed"
  case audit = "Stet-Audit"
}
