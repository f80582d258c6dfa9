"""The location anonymiser at work: python -m benchmarks.service.demo (make demo-service).

Starts the service on loopback, signs up the homes of a synthetic city, designs, cancels some, redesigns, and prints
what one device sees all along.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.service.running import Server, designed
from shoal.client import Client, Device

CENTRES = ((52.52, 13.40), (52.45, 13.30), (52.57, 13.50))


def city(n_homes: int) -> bytes:
    """Three quarters of a city, one denser than the next."""
    draw = np.random.default_rng(0)
    lines = ["latitude,longitude,key"]
    for number in range(n_homes):
        up, across = CENTRES[number % len(CENTRES)]
        scale = 0.01 * (1 + number % len(CENTRES))
        lines.append(f"{up + draw.normal(0, scale):.6f},{across + draw.normal(0, scale):.6f},home-{number}")
    return "\n".join(lines).encode()


def show(client: Client, device: Device, when: str) -> None:
    """What the device is told."""
    place = client.location(device)
    told = place.status if place.latitude is None else f"{place.latitude}, {place.longitude}, shared by ≥ {place.k}"
    print(f"{when:<28} the device is told: {told}")


def main() -> None:
    """From an empty service to a second generation."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--homes", type=int, default=2000)
    parser.add_argument("--k", type=int, default=20)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "service").start()
        try:
            with server.client() as client:
                signed_up = client.sign_up_directory(city(arguments.homes))
                devices = [Device(row["id"], row["token"]) for row in signed_up]
                show(client, devices[-1], f"{len(devices)} homes signed up:")
                for round_name in ("first generation:", "second generation:"):
                    number = designed(client, k=arguments.k, publish=True, seed=1)
                    report = client.report(number)
                    show(client, devices[-1], round_name)
                    print(f"{'':<28} {report['n_places']} places, k_min {report['k_min']}, metres from home to place:")
                    print(f"{'':<28} {report['design']['distortion_m']}")
                    if round_name.startswith("first"):
                        for device in devices[: arguments.homes // 20]:
                            client.cancel(device)
                        after = client.report(number)
                        show(client, devices[-1], "5 % have cancelled:")
                        print(f"{'':<28} {after['n_merged_cells']} cells merged, k_min {after['k_min']}")
                two = client.report(number)["k_min_two_generations"]
                print(
                    f"Who follows a pseudonym through both generations is left with {two} or more devices: the promise"
                )
                print("is about each generation by itself. Sticky designs keep it across them (docs/threat-model.md).")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
