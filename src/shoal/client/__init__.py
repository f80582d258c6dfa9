"""Clients of the location anonymiser: what a device, or an operator's script, says to running services.

::

    with Client("https://shoal.example") as client:
        device, place = client.sign_up(40.7, -74.0)
        client.location(device, place)   # Place(status='placed', latitude=…, longitude=…, …)

Needs httpx and cryptography, which come with the extra `client`. It imports nothing of the services.

    client.py             each request to the anonymiser
    home_device.py        a whole device: its place, credentials, pseudonyms, and what is near its home
    device_state.py       what a device remembers
    provider_client.py    each request to a provider: with a place, never with a home
    vouchers.py           a voucher from an issuer, for signing up
    ranking.py            answers about the place, ordered by the distance from the home
"""

from shoal.client.client import Client, Device, Place, ServiceError

__all__ = ["Client", "Device", "Place", "ServiceError"]
