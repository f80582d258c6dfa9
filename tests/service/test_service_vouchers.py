"""Vouchers: one sign-up each, and nobody can tell whose it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from service_toys import Hands, parts_for, serving, town
from sqlalchemy import select
from token_toys import RunningIssuer
from typer.testing import CliRunner

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign, blinded_with
from shoal.cli.app import app
from shoal.client import ServiceError
from shoal.client.vouchers import fetched_voucher
from shoal.credentials.asking import CredentialRequest
from shoal.credentials.voucher import VoucherRequest, voucher_key
from shoal.errors import ParameterError, WrongUse
from shoal.service.devices.devices import Home
from shoal.service.parts import ServiceContext
from shoal.service.problems import VoucherRefused
from shoal.service.store.models import device, voucher
from shoal.survey.tokens.issuer_keys import make_issuer_keys, private_key

HOME = Home(40.7, -74.0)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_issuer_keys(tmp_path_factory.mktemp("issuer") / "customers")


@pytest.fixture(scope="module")
def key(pair: tuple[Path, Path]) -> BlindPrivateKey:
    return private_key(pair[0])


@pytest.fixture
def parts(tmp_path: Path, pair: tuple[Path, Path]) -> Iterator[ServiceContext]:
    made = parts_for(tmp_path / "service", None, Hands().clock, voucher_key_file=pair[1], probation_days=3)
    yield made
    made.database.close()


def new_voucher(key: BlindPrivateKey) -> dict[str, str]:
    asked = VoucherRequest.of(key.public)
    return asked.voucher(blind_sign(key, asked.blinded)).to_dict()


def on_probation(parts: ServiceContext) -> int:
    with parts.database.read() as connection:
        return len(connection.execute(select(device.c.id).where(device.c.counts_from.is_not(None))).all())


def test_a_device_with_a_voucher_counts_at_once(parts: ServiceContext, key: BlindPrivateKey) -> None:
    parts.devices.sign_up(HOME)
    assert on_probation(parts) == 1
    own = parts.devices.sign_up(HOME, None, new_voucher(key))
    assert on_probation(parts) == 1
    parts.devices.move(own.id, own.token or "", Home(40.8, -74.0))
    assert on_probation(parts) == 1


def test_a_voucher_is_good_for_one_sign_up(parts: ServiceContext, key: BlindPrivateKey) -> None:
    shown = new_voucher(key)
    first = parts.devices.sign_up(HOME, "a" * 22, shown)
    again = parts.devices.sign_up(HOME, "a" * 22, shown)  # the answer was lost: the same device
    assert (first.id, again.status) == (again.id, "reissued")
    with pytest.raises(VoucherRefused, match="used for another sign-up"):
        parts.devices.sign_up(HOME, "b" * 22, shown)
    with parts.database.read() as connection:
        assert len(connection.execute(select(device.c.id)).all()) == 1
        assert len(connection.execute(select(voucher.c.id)).all()) == 1


def test_who_cancels_does_not_get_the_voucher_back(parts: ServiceContext, key: BlindPrivateKey) -> None:
    shown = new_voucher(key)
    own = parts.devices.sign_up(HOME, None, shown)
    parts.devices.cancel(own.id, own.token or "")
    with pytest.raises(VoucherRefused):
        parts.devices.sign_up(HOME, None, shown)


def test_what_the_issuer_did_not_sign_is_no_voucher(
    parts: ServiceContext, key: BlindPrivateKey, tmp_path: Path
) -> None:
    stranger = private_key(make_issuer_keys(tmp_path / "stranger")[0])
    asked = CredentialRequest.of(key.public, "https://poi.example", b"s" * 32)
    another_use = asked.credential(blind_sign(key, asked.blinded)).to_dict()  # signed by the issuer, as something else
    good = new_voucher(key)
    wrong = [
        new_voucher(stranger),
        another_use,
        {**good, "signature": new_voucher(key)["signature"]},
        {**good, "prepared": good["prepared"][:-4]},
        {"prepared": good["prepared"]},
        {"prepared": "!", "signature": "!"},
    ]
    for content in wrong:
        with pytest.raises(VoucherRefused):
            parts.devices.sign_up(HOME, None, content)
    with parts.database.read() as connection:
        assert connection.execute(select(device.c.id)).all() == []


def test_without_a_voucher_nobody_signs_up_where_one_is_required(tmp_path: Path, pair: tuple[Path, Path]) -> None:
    made = parts_for(tmp_path / "service", voucher_key_file=pair[1], voucher_required=True)
    with pytest.raises(VoucherRefused, match="with a voucher only"):
        made.devices.sign_up(HOME)
    made.devices.sign_up_many(town(3))  # the operator's directory
    made.database.close()
    with pytest.raises(ParameterError, match="SHOAL_VOUCHER_KEY_FILE"):
        parts_for(tmp_path / "other", voucher_required=True)


def test_a_service_without_an_issuer_says_that_it_takes_none(tmp_path: Path, key: BlindPrivateKey) -> None:
    made = parts_for(tmp_path / "service")
    with pytest.raises(VoucherRefused, match="takes no vouchers"):
        made.devices.sign_up(HOME, None, new_voucher(key))
    made.database.close()


def test_issuer_and_service_together_cannot_tell_whose_voucher_it_was(key: BlindPrivateKey) -> None:
    """Every request fits every voucher: for each pair there is a factor that leads from the one to the other."""
    asked = [VoucherRequest.of(key.public) for _ in range(3)]
    shown = [own.voucher(blind_sign(key, own.blinded)) for own in asked]
    n, e = key.public.n, key.public.e
    for request in asked:
        for found in shown:
            root = int.from_bytes(blind_sign(key, request.blinded))
            factor = root * pow(int.from_bytes(found.signature), -1, n) % n
            encoded = pow(int.from_bytes(found.signature), e, n)
            assert encoded * pow(factor, e, n) % n == int.from_bytes(request.blinded)
    assert blinded_with(key.public, asked[0].prepared, b"s" * 48, 3).blinded != asked[0].blinded


@pytest.mark.slow
def test_the_whole_way_from_an_invitation_to_a_device(tmp_path: Path, pair: tuple[Path, Path]) -> None:
    """Real issuer, real service, the commands of a customer."""
    runner = CliRunner()
    people = tmp_path / "people.csv"
    people.write_text("person,street\nAnna,1\nBert,2\n")
    private, public = pair
    invited = ["tokens", "invite", str(people), "--key", str(public), "--list", str(tmp_path / "list.db")]
    assert runner.invoke(app, [*invited, "-o", str(tmp_path / "letters.csv")]).exit_code == 0
    codes = [line.split(",")[2] for line in (tmp_path / "letters.csv").read_text().splitlines()[1:]]
    issuer = RunningIssuer(private, tmp_path / "list.db")
    settings = parts_for(tmp_path / "service", voucher_key_file=public, voucher_required=True).settings
    try:
        with serving(settings) as (parts, client):
            url = str(client._http.base_url)
            fetch = ["device", "voucher", issuer.base, codes[0], "--key", str(public), "-o", str(tmp_path / "v.json")]
            told = runner.invoke(app, fetch)
            assert told.exit_code == 0, told.output
            sign_up = ["device", "sign-up", "40.7", "--url", url, "--file", str(tmp_path / "device.json")]
            sign_up += ["--voucher", str(tmp_path / "v.json"), "--", "-74.0"]
            told = runner.invoke(app, sign_up)
            assert told.exit_code == 0, told.output
            with pytest.raises(ServiceError, match="used for another sign-up"):
                client.sign_up(40.7, -74.0, json.loads((tmp_path / "v.json").read_text()))
            with pytest.raises(ServiceError, match="with a voucher only"):
                client.sign_up(40.7, -74.0)
            with pytest.raises(WrongUse, match="used already"):
                fetched_voucher(issuer.base, codes[0], voucher_key(public))
            with parts.database.read() as connection:
                assert len(connection.execute(select(device.c.id)).all()) == 1
    finally:
        issuer.stop()
