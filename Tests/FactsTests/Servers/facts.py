"""facts.py ROOT: a server of the weather and of routes on the loopback interface that misbehaves as the first part of the
path says.

It speaks Open-Meteo's /FAULT/v1/forecast and OSRM's /FAULT/route/v1/PROFILE/.... Prints "PORT PID", then serves until its
parent is gone. Every request is a line of ROOT/log: method and path. While ROOT/fault exists, its content is the fault of
all requests.
"""

import json
import os
import urllib.parse

from loopback import Handler, ended, root, serve


def weather(query):
    start = 1795766400
    hours = [start + 3600 * hour for hour in range(12)]
    current = {"time": start, "interval": 900, "temperature_2m": 6.2, "relative_humidity_2m": 87}
    current.update({"apparent_temperature": 2.9, "precipitation": 0.3, "weather_code": 61, "wind_speed_10m": 20.5})
    current["wind_gusts_10m"] = 41.0
    hourly = {"time": hours, "temperature_2m": [6.0 + hour / 2 for hour in range(12)]}
    hourly["apparent_temperature"] = [3.0] * 12
    hourly["precipitation_probability"] = [80, None] + [10] * 10
    hourly["precipitation"] = [0.2] * 12
    hourly["weather_code"] = [61] * 6 + [3] * 6
    hourly["wind_speed_10m"] = [20.0] * 12
    daily = {"time": [1795734000, 1795820400], "temperature_2m_max": [9.5, 7.0], "temperature_2m_min": [2.5, 1.0]}
    daily.update({"sunrise": [1795761960, 1795848450], "sunset": [1795791420, 1795877760]})
    place = {"latitude": float(query["latitude"][0]), "longitude": float(query["longitude"][0])}
    return {**place, "utc_offset_seconds": 3600, "timezone": "Europe/Berlin", "current": current, "hourly": hourly, "daily": daily}


def route(fault):
    if fault == "noroute":
        return 400, {"code": "NoRoute", "message": "Impossible route between points"}
    leg = {"steps": [], "summary": "Unter den Linden, B 2", "weight": 900.1, "duration": 900.1, "distance": 5321.4}
    found = {"legs": [leg], "weight_name": "routability", "weight": 900.1, "duration": 900.1, "distance": 5321.4}
    return 200, {"code": "Ok", "routes": [found], "waypoints": []}


class Facts(Handler):
    def note(self):
        """Logs the request on the line that the tests compare."""
        with open(f"{root}/log", "a", encoding="utf-8") as log:
            log.write(f"{self.command} {self.path}\n")

    def do_GET(self):
        self.note()
        address = urllib.parse.urlsplit(self.path)
        fault = address.path.split("/")[1]
        if os.path.exists(f"{root}/fault"):
            with open(f"{root}/fault", encoding="utf-8") as file:
                fault = file.read().strip()
        if "/route/v1/" in address.path:
            status, answer = route(fault)
        else:
            status, answer = 200, weather(urllib.parse.parse_qs(address.query))
        if fault == "other":
            answer = b"<html>down for maintenance</html>"
        if fault == "wait":
            return self.answer(429, Retry_After="60")
        if fault == "broken":
            return self.answer(500, b"{}")
        if fault not in ("slow", "cut"):
            return self.answer(status, answer)
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if fault == "slow":
            return ended.wait()
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        self.close_connection = True


serve(Facts)
