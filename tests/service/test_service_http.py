"""The service over HTTP: a real server on loopback, asked as devices, operators and strangers would."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import signal
import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from service_toys import csv_of, found_town, town
from starlette.requests import Request

from benchmarks.service.running import OPERATOR_KEY, VAULT_KEY, Server
from shoal.client import Client, Device, Place, ServiceError
from shoal.errors import PromiseNotKept, Setting, WrongUse
from shoal.service.http.access import address_of
from shoal.web.entrance import add_problems

K = 5
OPERATOR = {"Authorization": f"Bearer {OPERATOR_KEY}"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this file, with a published generation of a town."""
    folder = tmp_path_factory.mktemp("http") / "service"
    found_town(folder, town(60), k=K)
    running = Server(folder, settings={"SHOAL_K": str(K)}).start()
    yield running
    assert running.stop() in (0, -signal.SIGTERM)  # uvicorn shuts down, then ends by the signal it was sent
    assert '"event": "stopped"' in running.logs


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with server.client() as made:
        yield made


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.base, timeout=60) as made:
        yield made


@pytest.fixture(scope="module")
def device(client: Client) -> Device:
    return client.sign_up(40.7, -74.0)[0]


def problem(answer: httpx.Response, status: int, kind: str) -> dict[str, object]:
    """The answer is this problem, as RFC 9457 has it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert {"type", "title", "status", "detail"} <= set(body)
    assert (body["type"], body["status"]) == (f"urn:shoal:problem:{kind}", status)
    return dict(body)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


# --- devices


def test_a_device_from_sign_up_to_cancellation(client: Client, http: httpx.Client) -> None:
    own, place = client.sign_up(40.71, -74.02)
    assert place.status == "placed" and place.k == K
    again = client.location(own)
    assert again == place
    assert client.location(own, again) == again
    moved = client.move(own, 40.66, -73.95)
    assert moved.status == "placed"
    client.cancel(own)
    client.cancel(own)
    with pytest.raises(ServiceError) as gone:
        client.location(own)
    assert (gone.value.status, gone.value.type) == (410, "cancelled")
    problem(
        http.put(f"/v1/devices/{own.id}/home", json={"latitude": 1, "longitude": 1}, headers=bearer(own.token)),
        410,
        "cancelled",
    )


def test_the_answer_is_geojson_with_longitude_first(http: httpx.Client, device: Device) -> None:
    answer = http.get(f"/v1/devices/{device.id}/location", headers=bearer(device.token))
    assert answer.headers["content-type"] == "application/geo+json"
    body = answer.json()
    longitude, latitude = body["geometry"]["coordinates"]
    assert body["type"] == "Feature" and body["geometry"]["type"] == "Point"
    assert -74.5 < longitude < -73.5 and 40.2 < latitude < 41.2
    assert (round(latitude, 3), round(longitude, 3)) == (latitude, longitude)


def test_polling_with_the_etag_is_not_modified_and_tells_nothing_more(http: httpx.Client, client: Client) -> None:
    """The tag depends on the body alone: it does not change when somebody joins the cell."""
    own, _ = client.sign_up(40.7, -74.0)
    path, headers = f"/v1/devices/{own.id}/location", bearer(own.token)
    tag = http.get(path, headers=headers).headers["etag"]
    other, _ = client.sign_up(40.7, -74.0)
    for word in (tag, f'"x", {tag}', f"W/{tag}", "*"):
        answer = http.get(path, headers=headers | {"If-None-Match": word})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
    assert http.get(path, headers=headers | {"If-None-Match": '"other"'}).status_code == 200
    twin = http.get(f"/v1/devices/{other.id}/location", headers=bearer(other.token))
    assert twin.headers["etag"] == tag


def test_a_repeated_sign_up_is_one_device(http: httpx.Client, client: Client) -> None:
    before = client.overview()["n_active"]
    headers = {"Idempotency-Key": "a-random-word-of-the-client-0001"}
    home = {"latitude": 40.7, "longitude": -74.01}
    first, second = (http.post("/v1/devices", json=home, headers=headers).json() for _ in range(2))
    assert first["id"] == second["id"] and first["token"] != second["token"]
    assert client.overview()["n_active"] == before + 1
    stale = http.get(f"/v1/devices/{first['id']}/location", headers=bearer(first["token"]))
    problem(stale, 401, "wrong-token")
    assert client.location(Device(second["id"], second["token"])).status == "placed"
    other = http.post("/v1/devices", json=home | {"latitude": 40.6}, headers=headers)
    problem(other, 409, "conflict")


def test_a_directory_can_be_sent_again(client: Client) -> None:
    homes = town(8, seed=4)
    first = client.sign_up_directory(csv_of(homes, "dir-"))
    assert [row["status"] for row in first] == ["new"] * 8
    again = client.sign_up_directory(csv_of(homes, "dir-"))
    assert [row["status"] for row in again] == ["known"] * 8
    assert [row["id"] for row in again] == [row["id"] for row in first]
    assert all(row["token"] is None for row in again)
    client.cancel(Device(first[0]["id"], first[0]["token"]))
    moved = [homes[0], homes[2], *homes[2:]]
    lines = [
        json.dumps({"latitude": home.latitude, "longitude": home.longitude, "key": f"dir-{number}"})
        for number, home in enumerate(moved)
    ]
    third = client.sign_up_directory("\n".join(lines).encode(), ndjson=True, reissue=True)
    assert [row["status"] for row in third] == ["cancelled", "differs"] + ["reissued"] * 6
    with pytest.raises(ServiceError, match="401"):
        client.location(Device(first[5]["id"], first[5]["token"]))
    assert client.location(Device(third[5]["id"], third[5]["token"])).status == "placed"


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        ("latitude,longitude\n95,3\n1,1\nx,1\n", "text/csv", 422),
        ("latitude,longitude\n1,nan\n", "text/csv", 422),
        ("latitude,longitude\n1,inf\n", "text/csv", 422),
        ("latitude,longitude\n1,1_0\n", "text/csv", 422),
        ("latitude,longitude\n１,１\n", "text/csv", 422),  # full-width digits
        ("latitude,longitude\n1,\u0661\u0660\n", "text/csv", 422),  # Arabic digits
        ("latitude,longitude\n1,\u00a01\n", "text/csv", 422),  # a space that is not one
        ("latitude,longitude\n0x1,1\n", "text/csv", 422),
        ("latitude,longitude\n1e999,1\n", "text/csv", 422),
        ("latitude,longitude\n−1,1\n", "text/csv", 422),  # a minus sign that is no hyphen
        ('{"latitude":１,"longitude":1}', "application/x-ndjson", 422),
        ("latitude,longitude\n1\n", "text/csv", 422),
        ("latitude,longitude,name\n1,1,Ann\n", "text/csv", 422),
        ("latitude,latitude,longitude\n1,1,1\n", "text/csv", 422),
        ('latitude,longitude\n"1,1\n', "text/csv", 422),
        ("latitude,longitude,key\n1,1,a\n2,2,a\n", "text/csv", 422),
        ("", "text/csv", 422),
        ('{"latitude":1,"longitude":1,"latitude":2}', "application/x-ndjson", 422),
        ('{"latitude":NaN,"longitude":1}', "application/x-ndjson", 422),
        ('{"latitude":"1","longitude":1}', "application/x-ndjson", 422),
        ('{"latitude":true,"longitude":1}', "application/x-ndjson", 422),
        ("[]", "application/x-ndjson", 422),
        ('{"latitude":' + "1" * 5000 + ',"longitude":1}', "application/x-ndjson", 422),
        ('{"latitude":' + "1" * 400 + ',"longitude":1}', "application/x-ndjson", 422),
        ("latitude,longitude\n1,1\n", "application/xml", 415),
    ],
)
def test_wrong_directories_sign_up_nobody(
    http: httpx.Client, client: Client, content: str, kind: str, status: int
) -> None:
    before = client.overview()["n_active"]
    answer = http.post("/v1/devices/bulk", content=content.encode(), headers=OPERATOR | {"Content-Type": kind})
    problem(answer, status, "invalid-request" if status == 422 else "unsupported-media-type")
    assert client.overview()["n_active"] == before


def test_numbers_as_programs_write_them_are_read(client: Client) -> None:
    content = b"latitude, longitude\n+40.7, -74.0\n40.,-7.4e1\n.5e0,\t-74\n"
    done = client.sign_up_directory(content)
    assert [row["status"] for row in done] == ["new"] * 3
    for row in done:
        client.cancel(Device(row["id"], row["token"]))


@pytest.mark.parametrize("number", ["1_0", "%201", "+1", "1.0", "１", "nan", "0x1", "01e0", "-1", "0", "99999999999"])
def test_generations_have_plain_numbers(http: httpx.Client, number: str) -> None:
    """Story: int() and float() read 1_0, and digits of every alphabet."""
    problem(http.get(f"/v1/generations/{number}", headers=OPERATOR), 422, "invalid-request")


@pytest.mark.parametrize("word", ["1", "yes", "on", "True", ""])
def test_a_wish_is_true_or_false(http: httpx.Client, word: str) -> None:
    headers = OPERATOR | {"Content-Type": "text/csv"}
    answer = http.post(f"/v1/devices/bulk?reissue={word}", content=b"latitude,longitude\n1,1\n", headers=headers)
    problem(answer, 422, "invalid-request")


@pytest.mark.parametrize(("latitude", "longitude"), [(float("nan"), 0.0), (0.0, float("inf")), (91.0, 0.0)])
def test_the_client_does_not_send_what_is_no_home(client: Client, latitude: float, longitude: float) -> None:
    with pytest.raises(WrongUse, match="from −90 to 90"):
        client.sign_up(latitude, longitude)


def test_wrong_rows_are_named_by_their_numbers(http: httpx.Client) -> None:
    headers = OPERATOR | {"Content-Type": "text/csv"}
    answer = http.post("/v1/devices/bulk", content=b"lat,lon\n95,3\n1,1\n7,777.25\n", headers=headers)
    found = problem(answer, 422, "invalid-request")
    assert (found["rows"], found["count"]) == ([1, 3], 2)
    assert "777" not in answer.text


def test_a_problem_names_fields_and_counts_for_programs(http: httpx.Client, client: Client) -> None:
    n_active = client.overview()["n_active"]
    found = problem(http.post("/v1/generations", json={"k": 9999}, headers=OPERATOR), 409, "conflict")
    assert (found["parameters"], found["count"]) == (["k"], n_active)
    with pytest.raises(ServiceError) as refused:
        client.design(k=9999)
    assert (refused.value.parameters, refused.value.count) == (("k",), n_active)
    wrong = problem(http.post("/v1/generations", json={"k": "many"}, headers=OPERATOR), 422, "invalid-request")
    assert [(error["field"], error["pointer"]) for error in wrong["errors"]] == [("k", "#/k")]  # type: ignore[attr-defined]


def test_an_error_of_the_library_becomes_a_problem_with_its_fields() -> None:
    app = FastAPI()
    add_problems(app)

    @app.get("/")
    def refused() -> None:
        raise PromiseNotKept("3 cells are too small.", parameter="k", count=3, hint=("Lower ", Setting("k"), "."))

    found = problem(TestClient(app).get("/"), 409, "conflict")
    assert found["detail"] == "3 cells are too small. Lower k."
    assert {name: found[name] for name in ("parameters", "count", "hint")} == {
        "parameters": ["k"],
        "count": 3,
        "hint": "Lower k.",
    }


# --- wrong requests


@pytest.mark.parametrize(
    "body",
    [
        '{"latitude": NaN, "longitude": 1}',
        '{"latitude": Infinity, "longitude": 1}',
        '{"latitude": 1, "longitude": -Infinity}',
        '{"latitude": 1e999, "longitude": 1}',
        '{"latitude": 90.0001, "longitude": 1}',
        '{"latitude": -91, "longitude": 1}',
        '{"latitude": 1, "longitude": 180.5}',
        '{"latitude": 1, "longitude": -181}',
        '{"latitude": 1, "longitude": 1, "latitude": 2}',
        '{"latitude": 1, "longitude": 1, "Ⅷ🦈": 2}',
        '{"latitude": "1; DROP TABLE device", "longitude": 1}',
        '{"latitude": null, "longitude": 1}',
        '{"latitude": 1}',
        '{"latitude": [1], "longitude": {}}',
        "[1, 2]",
        "{",
        "",
        "\x00",
        "[" * 5000,
        '"\\ud800"',
        '{"latitude": ' + "1" * 5000 + ', "longitude": 1}',
    ],
)
def test_wrong_bodies_are_refused_without_repeating_them(http: httpx.Client, body: str) -> None:
    answer = http.post("/v1/devices", content=body.encode(), headers={"Content-Type": "application/json"})
    found = problem(answer, 422, "invalid-request")
    assert found["errors"]
    for value in ("90.0001", "180.5", "DROP", "Ⅷ", "🦈"):
        assert value not in answer.text


@pytest.mark.parametrize(("latitude", "longitude"), [(90, 0), (-90, 180), (0, -180), (0, 180), (1e-300, 0)])
def test_the_edges_of_the_map_are_places(client: Client, latitude: float, longitude: float) -> None:
    own, _ = client.sign_up(latitude, longitude)
    client.cancel(own)


def test_a_body_that_is_too_large_is_refused_with_and_without_a_length(http: httpx.Client) -> None:
    headers = {"Content-Type": "application/json"}
    problem(http.post("/v1/devices", content=b" " * 70_000, headers=headers), 413, "too-large")
    problem(http.post("/v1/devices", content=iter([b" " * 40_000] * 2), headers=headers), 413, "too-large")


def test_unknown_paths_and_methods_are_problems(http: httpx.Client) -> None:
    problem(http.get("/v1/nothing"), 404, "not-found")
    problem(http.patch("/v1/devices"), 405, "method-not-allowed")
    problem(http.get("/v1/generations/999", headers=OPERATOR), 404, "not-found")
    problem(http.get("/v1/generations/99999999999999999999", headers=OPERATOR), 422, "invalid-request")


def test_a_method_that_a_stranger_made_up_is_no_label(server: Server, http: httpx.Client) -> None:
    problem(http.request("PROPFIND", "/v1/nothing"), 404, "not-found")
    text = http.get("/metrics", headers=OPERATOR).text
    assert 'shoal_requests_total{method="other",route="unknown",status="404"}' in text
    assert "PROPFIND" not in text and "PROPFIND" not in server.logs
    assert '"method": "other"' in server.logs


# --- who may ask


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "x" * 5000, "'; DROP TABLE device; --", "\u00e9"])
def test_wrong_tokens_are_all_answered_alike(http: httpx.Client, device: Device, token: str) -> None:
    bodies = set()
    for own in (device.id, "A" * 22, "' OR 1=1 --", "%00", "é", "x" * 100):
        headers = {"Authorization": f"Bearer {token}".strip().encode()}
        bodies.add(http.get(f"/v1/devices/{own}/location", headers=headers).text)
        problem(http.delete(f"/v1/devices/{own}", headers=headers), 401, "wrong-token")
    assert len(bodies) == 1


def test_one_device_cannot_use_the_token_of_another(http: httpx.Client, client: Client, device: Device) -> None:
    other, _ = client.sign_up(40.72, -74.03)
    for own, token in ((device.id, other.token), (other.id, device.token), (other.id, OPERATOR_KEY)):
        problem(http.get(f"/v1/devices/{own}/location", headers=bearer(token)), 401, "wrong-token")
        home = {"latitude": 0, "longitude": 0}
        problem(http.put(f"/v1/devices/{own}/home", json=home, headers=bearer(token)), 401, "wrong-token")
        problem(http.delete(f"/v1/devices/{own}", headers=bearer(token)), 401, "wrong-token")
    assert http.get(f"/v1/devices/{device.id}/location").status_code == 401
    assert http.get(f"/v1/devices/{device.id}/location", headers={"Authorization": "Basic eDp5"}).status_code == 401
    assert client.location(device).status == "placed"


def test_only_operators_may_operate(http: httpx.Client, device: Device) -> None:
    for method, path in (
        ("GET", "/v1/generations"),
        ("POST", "/v1/generations"),
        ("POST", "/v1/generations/1/publish"),
        ("POST", "/v1/generations/roll-back"),
        ("DELETE", "/v1/generations/1"),
        ("GET", "/v1/generations/1"),
        ("GET", "/v1/generations/1/cells"),
        ("GET", "/v1/generations/1/report"),
        ("GET", "/v1/generations/1/events"),
        ("GET", "/v1/overview"),
        ("POST", "/v1/devices/bulk"),
        ("GET", "/metrics"),
    ):
        for headers in ({}, bearer(device.token), bearer(OPERATOR_KEY + "x")):
            problem(http.request(method, path, headers=headers), 401, "wrong-token")


# --- operators


def test_the_report_the_cells_and_the_overview_agree(client: Client) -> None:
    number = client.overview()["current"]
    seen, cells, state = client.report(number), client.cells(number), client.overview()
    assert seen["n_active"] == state["n_active"]
    assert seen["k_min"] == state["k_min"] >= K
    assert state["n_waiting"] == 0
    by_place = {cell["properties"]["place"]: cell["properties"] for cell in cells["features"]}
    assert sum(place["active"] for place in by_place.values()) == seen["n_active"]
    assert all(place["handed_out"] for place in by_place.values())
    assert {cell["geometry"]["type"] for cell in cells["features"]} <= {"Polygon", "MultiPolygon"}


def test_everybody_counted_from_outside(server: Server) -> None:
    with server.client() as client:
        done = client.sign_up_directory(csv_of(town(25, seed=8), "count-"))
        places: Counter[Place] = Counter()
        for row in done:
            places[client.location(Device(row["id"], row["token"]))] += 1
        cells = client.cells(client.overview()["current"])
    active = {
        (cell["properties"]["latitude"], cell["properties"]["longitude"]): cell["properties"]["active"]
        for cell in cells["features"]
    }
    for place, count in places.items():
        assert place.latitude is not None and place.longitude is not None
        assert active[place.latitude, place.longitude] >= max(K, count)


def test_design_watch_publish_roll_back(client: Client, http: httpx.Client) -> None:
    first = client.overview()["current"]
    number = client.design(k=7, snap_decimals=None, reserve=0.2, sticky=False, seed=3)["id"]
    with pytest.raises(ServiceError) as running:
        client.design()
    assert (running.value.status, running.value.type) == (409, "design-running")
    with http.stream("GET", f"/v1/generations/{number}/events", headers=OPERATOR, timeout=120) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        told = "".join(stream.iter_text())
    events = re.findall(r"event: (\w+)\ndata: (.*)\n\n", told)
    assert [kind for kind, _ in events][-1] == "end" and {kind for kind, _ in events} == {"progress", "end"}
    found = client.generation(number)
    assert found["state"] == "designed" and not found["current"]
    assert found["figures"]["smallest_cell"] >= 9  # ⌈7 · 1.2⌉
    assert client.overview()["current"] == first
    assert client.publish(number)["current"]
    assert client.report(number)["k_min"] >= 7
    assert client.report(number)["k_min_two_generations"] >= 1
    assert client.roll_back()["id"] == first
    assert client.report(first)["k_min"] >= K
    assert [own["id"] for own in client.generations()][:2] == [number, first]


def test_stopping_a_design(client: Client) -> None:
    number = client.design()["id"]
    client.discard(number)
    assert client.generation(number)["state"] == "discarded"
    assert client.design()["id"] == number + 1  # the lease is free at once
    client.discard(number + 1)


@pytest.mark.usefixtures("device")  # somebody has signed up
def test_health_metrics_and_documents(http: httpx.Client) -> None:
    assert http.get("/health/live").json() == {"status": "alive"}
    assert http.get("/health/ready").json() == {"status": "ready"}
    text = http.get("/metrics", headers=OPERATOR).text
    assert re.search(rf"^shoal_k_min [{K}-9]", text, re.MULTILINE)
    assert "\nshoal_waiting_devices 0.0\n" in text
    assert 'shoal_requests_total{method="POST",route="/v1/devices",status="201"}' in text
    page = http.get("/docs")
    assert "/v1/devices/{device_id}/location" in page.text and "<script" not in page.text
    paths = http.get("/openapi.json").json()["paths"]
    assert {"/v1/devices", "/v1/devices/bulk", "/v1/generations/{number}/publish"} <= set(paths)
    assert page.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/docs", "/page/app.js", "/v1/overview", "/health/live", "/nowhere"])
def test_every_answer_has_one_policy_that_lets_nothing_from_elsewhere_run(http: httpx.Client, path: str) -> None:
    answer = http.get(path, headers=OPERATOR)
    (policy,) = answer.headers.get_list("content-security-policy")
    assert policy.startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in policy and "unsafe" not in policy and "http" not in policy


def test_the_style_of_the_document_page_is_the_one_its_policy_allows(http: httpx.Client) -> None:
    page = http.get("/docs")
    style = page.text.split("<style>")[1].split("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in page.headers["content-security-policy"]


def test_no_secret_and_no_coordinate_in_logs_or_database(server: Server, client: Client) -> None:
    own, _ = client.sign_up(40.7654321, -73.8765432)
    client.move(own, 40.6543217, -73.9876543)
    text = server.logs
    stored = b"".join(path.read_bytes() for path in server.folder.glob("service.db*"))
    for secret in (
        own.token,
        OPERATOR_KEY,
        VAULT_KEY,
        "40.76543",
        "73.87654",
        "40.65432",
        "73.98765",
        "town-1",
        own.id,
    ):
        assert secret not in text
        if secret != own.id:
            assert secret.encode() not in stored
    for value in (40.7654321, -73.8765432, 40.6543217, -73.9876543):
        assert struct.pack("<d", value) not in stored and struct.pack(">d", value) not in stored
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"time", "level", "event"} <= set.intersection(*(set(line) for line in lines))
    assert not [line for line in lines if line["level"] == "error"]


def test_rate_limits_on_sign_up_and_wrong_tokens(serve: object, tmp_path: Path) -> None:
    limited = serve(SHOAL_SIGN_UP_RATE="3/minute", SHOAL_WRONG_TOKEN_RATE="4/minute", SHOAL_SIGN_UP_KEY="k" * 20)  # type: ignore[operator]
    with httpx.Client(base_url=limited.base) as http:
        home = {"latitude": 1.0, "longitude": 1.0}
        problem(http.post("/v1/devices", json=home), 401, "wrong-token")
        signed = [http.post("/v1/devices", json=home, headers=bearer("k" * 20)) for _ in range(4)]
        assert [answer.status_code for answer in signed] == [201, 201, 201, 429]
        problem(signed[-1], 429, "too-many-requests")
        assert int(signed[-1].headers["retry-after"]) > 0
        own = signed[0].json()
        path = f"/v1/devices/{own['id']}/location"
        statuses = [http.get(path, headers=bearer("wrong")).status_code for _ in range(5)]
        assert statuses == [401, 401, 401, 429, 429]
        assert http.get(path, headers=bearer(own["token"])).status_code == 200  # the right token is never locked out
        text = http.get("/metrics", headers=OPERATOR).text
        assert 'shoal_refused_total{why="wrong token"} 6.0' in text
        assert 'shoal_refused_total{why="rate limit"} 3.0' in text


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:eeee:dddd:cccc", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_rates_are_counted_by_subscriber(host: str, counted: str) -> None:
    """Story: a subscriber with 2⁶⁴ addresses signed up from a new one each time."""
    assert address_of(Request({"type": "http", "client": (host, 1)})) == counted


def test_the_client_refuses_what_it_cannot_use() -> None:
    with pytest.raises(WrongUse):
        Client("shoal.example")
    with Client("http://127.0.0.1:9") as client, pytest.raises(WrongUse):
        client.overview()
