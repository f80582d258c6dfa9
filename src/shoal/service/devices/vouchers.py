"""Vouchers at the door: checked with the issuer's public key alone, and taken once.

Only a hash of a voucher is stored, and not beside the device that showed it: later nobody can tell whose it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from shoal.blind_signatures.blind_rsa import BlindPublicKey
from shoal.credentials.voucher import NotAVoucher, check_voucher, voucher_key
from shoal.errors import ParameterError
from shoal.service.problems import VoucherRefused
from shoal.service.store.models import voucher


@dataclass(frozen=True)
class VoucherDesk:
    """``key`` is None where the service takes no vouchers."""

    key: BlindPublicKey | None
    required: bool

    @classmethod
    def of(cls, key_file: Path | None, *, required: bool) -> VoucherDesk:
        """From the settings."""
        if required and key_file is None:
            raise ParameterError("SHOAL_VOUCHER_REQUIRED needs the issuer's public key: set SHOAL_VOUCHER_KEY_FILE.")
        return cls(None if key_file is None else voucher_key(key_file), required)

    def checked(self, content: Mapping[str, Any] | None) -> bytes | None:
        """What names the voucher; None if there is none. Checked before the database is locked."""
        if content is None:
            if self.required:
                raise VoucherRefused("This service signs up devices with a voucher only. Ask whoever invited you.")
            return None
        if self.key is None:
            raise VoucherRefused("This service takes no vouchers. Sign up without one.")
        try:
            return check_voucher(self.key, content)
        except NotAVoucher as error:
            raise VoucherRefused(str(error)) from None

    def take(self, connection: Connection, named: bytes) -> None:
        """Once, in the transaction of the sign-up: what is not stored was not taken."""
        if connection.execute(select(voucher.c.id).where(voucher.c.id == named)).one_or_none() is not None:
            raise VoucherRefused("The voucher was used for another sign-up. Each is good for one.")
        connection.execute(insert(voucher).values(id=named))
