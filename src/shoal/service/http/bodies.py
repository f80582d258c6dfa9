"""The bodies of requests and answers, as types; FastAPI documents them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from shoal.guarantee import SMALLEST_K
from shoal.service.generations.guard import Placement
from shoal.web.bodies import StrictBody

LARGEST_K = 1_000_000
Latitude = Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False, description="Degrees north, −90 to 90.")]
Longitude = Annotated[
    float,
    Field(ge=-180, le=180, allow_inf_nan=False, description="Degrees east, −180 to 180; others are refused."),
]


class HomeBody(StrictBody):
    """An exact location. It is stored encrypted and never sent back."""

    latitude: Latitude
    longitude: Longitude


class VoucherBody(StrictBody):
    """Signed by the issuer of this service's vouchers, which did not see it (RFC 9474). Good for one sign-up."""

    prepared: str = Field(max_length=2048, description="Base64url.")
    signature: str = Field(max_length=2048, description="Base64url.")


class SignUpBody(HomeBody):
    """A home, and a voucher where there is one."""

    voucher: VoucherBody | None = None


class BulkLine(HomeBody):
    """One line of an address directory."""

    key: str | None = Field(default=None, min_length=1, max_length=256)


class WishBody(StrictBody):
    """What a new generation is to be like. What is left out is taken from the settings."""

    k: int | None = Field(default=None, ge=SMALLEST_K, le=LARGEST_K, description="Fewest devices that share a place.")
    reserve: float | None = Field(default=None, ge=0, le=10, allow_inf_nan=False, description="Cells of k·(1 + this).")
    sticky: bool | None = Field(default=None, description="Keep the anonymity across generations.")
    snap_decimals: int | None = Field(default=None, ge=0, le=12, description="Decimals of places; null: all of them.")
    publish: bool = Field(default=False, description="Publish as soon as it is designed.")
    seed: int | None = Field(default=None, ge=0, le=2**31 - 1)


class Point(BaseModel):
    """GeoJSON Point: longitude first."""

    type: Literal["Point"] = "Point"
    coordinates: tuple[float, float]


class LocationProperties(BaseModel):
    """Beside the place."""

    status: Literal["placed", "waiting"]
    generation: int | None
    k: int | None


class LocationFeature(BaseModel):
    """GeoJSON Feature (RFC 7946). The geometry is null while the device has to wait."""

    type: Literal["Feature"] = "Feature"
    geometry: Point | None
    properties: LocationProperties

    @classmethod
    def of(cls, placement: Placement) -> LocationFeature:
        """What may be told."""
        point = None
        if placement.latitude is not None and placement.longitude is not None:
            point = Point(coordinates=(placement.longitude, placement.latitude))
        status: Literal["placed", "waiting"] = "waiting" if point is None else "placed"
        return cls(
            geometry=point,
            properties=LocationProperties(status=status, generation=placement.generation, k=placement.k),
        )


class SignedUpBody(BaseModel):
    """The token is shown this once."""

    id: str
    token: str
    location: LocationFeature


class GenerationBody(BaseModel):
    """One generation. Times are ISO 8601 in UTC."""

    id: int
    state: Literal["designing", "designed", "published", "retired", "failed", "discarded"]
    current: bool
    k: int
    reserve: float
    sticky: bool
    snap_decimals: int | None
    asked_by: str
    seed: int
    progress: float
    stage: str
    failure: str | None
    created_at: str
    designed_at: str | None
    published_at: str | None
    retired_at: str | None
    n_devices: int | None
    n_cells: int | None
    figures: dict[str, Any] | None = None


class OverviewBody(BaseModel):
    """The state at a glance."""

    n_active: int
    n_waiting: int
    current: int | None
    k: int | None
    k_min: int | None
    n_places: int
    designing: int | None
    progress: float | None
    by_state: dict[str, int]
