"""Figures printed in the literature.

PRINTED and MDAV_AGREED: 100·SSE/SST for k = 3, 4, 5, 7, 10. MDAV on the CASC sets: what the method gives as it is
described, by the kernels and by a plain twin alike (`twins.py`). The rest: the *clustering paper*,
F. Thaeter, R. Reischuk, "Improving anonymization clustering" (2018), tables 1 and 2; V-MDAV there is the best gain of
0, 0.1, …, 2.

PCL: D = SSE/(d·n), or D of PCL ÷ D of MDAV, as printed in the
- *microaggregation paper*: D. Rebollo-Monedero, J. Forné, M. Soriano, "An algorithm for k-anonymous microaggregation
  and clustering inspired by the design of distortion-optimized quantizers" (2011);
- *quantization paper*: D. Rebollo-Monedero, J. Forné, E. Pallarès, J. Parra-Arnau, "A modification of the Lloyd
  algorithm for k-anonymous quantization" (2013);
- *location paper*: D. Rebollo-Monedero, J. Forné, M. Soriano, "Private location-based information retrieval via
  k-anonymous clustering" (2010);
- *p-probabilistic paper*: D. Rebollo-Monedero, J. Forné, M. Soriano, "p-probabilistic k-anonymous microaggregation".
"""

from __future__ import annotations

from dataclasses import dataclass

KS = (3, 4, 5, 7, 10)

MDAV_AGREED = {
    "census": (5.6922, 7.4947, 9.0884, 11.5979, 14.1559),
    "tarragona": (16.9326, 19.5460, 22.4619, 27.5184, 33.1929),
    "eia": (0.4829, 0.6713, 1.6667, 2.1733, 3.8397),
}

PRINTED = {
    "census": {
        "mdav": (5.677, 7.537, 9.056, 11.608, 14.186),
        "mdav+": (5.662, 7.514, 9.007, 11.657, 14.073),
        "vmdav": (5.662, 7.514, 8.978, 11.586, 14.043),
        "mdav*": (5.782, 7.433, 8.809, 11.369, 14.003),
    },
    "tarragona": {
        "mdav": (16.922, 19.540, 22.459, 27.525, 33.195),
        "mdav+": (16.951, 19.767, 22.872, 28.255, 33.254),
        "vmdav": (15.849, 19.695, 22.872, 28.249, 33.251),
        "mdav*": (16.143, 19.189, 22.250, 28.399, 34.743),
    },
    "eia": {
        "mdav": (0.483, 0.672, 1.668, 2.187, 3.846),
        "mdav+": (0.488, 0.673, 1.775, 2.211, 3.547),
        "vmdav": (0.465, 0.673, 1.056, 2.211, 2.794),
        "mdav*": (0.449, 0.617, 0.911, 2.032, 2.633),
    },
    "SimU": {
        "mdav": (18.181, 23.656, 28.072, 34.671, 40.826),
        "mdav+": (18.026, 23.618, 27.897, 34.043, 40.625),
        "vmdav": (17.993, 23.551, 27.803, 34.006, 40.427),
        "mdav*": (17.756, 23.095, 27.280, 33.371, 39.643),
    },
    "SimC": {
        "mdav": (6.957, 9.294, 11.246, 14.511, 18.436),
        "mdav+": (6.856, 9.233, 11.045, 14.114, 18.086),
        "vmdav": (6.192, 8.355, 10.155, 13.142, 16.973),
        "mdav*": (5.999, 8.163, 9.659, 12.315, 15.683),
    },
}

# Microaggregation paper, tables 1 and 2: k: (D of MDAV, D of PCL as the best of 5 starts, seconds of PCL)
PCL_CENSUS = {
    5: (0.0909, 0.0796, 975),
    10: (0.142, 0.122, 533),
    25: (0.214, 0.182, 336),
    50: (0.290, 0.247, 82),
    75: (0.350, 0.290, 37),
    100: (0.397, 0.331, 16),
}
# There: k: outer iterations; and k: D where the records were first divided into two or three parts. At k = 25 it was
# measured both ways; for k = 5 and 10 the figures above are those with parts.
PCL_CENSUS_ITERATIONS = {5: 150, 10: 130, 25: 110, 50: 90, 75: 70, 100: 50}
PCL_CENSUS_PREPARTITIONED = {5: 0.0796, 10: 0.122, 25: 0.192}


@dataclass(frozen=True)
class CensusLine:
    """One line of table 2 of the microaggregation paper."""

    k: int
    smallest: int
    distortion: float
    seconds: int
    iterations: int
    part_size: int = 0  # records of a part; 0: the whole set at once

    @property
    def parts(self) -> int:
        """How many parts the 1,080 records were divided into."""
        return 1080 // self.part_size if self.part_size else 1


CENSUS_TABLE_2 = (
    CensusLine(5, 5, 0.0796, 975, 150, 360),
    CensusLine(10, 10, 0.122, 533, 130, 540),
    CensusLine(25, 25, 0.192, 98, 110, 540),
    CensusLine(25, 25, 0.182, 336, 110),
    CensusLine(50, 51, 0.247, 82, 90),
    CensusLine(75, 76, 0.290, 37, 70),
    CensusLine(100, 107, 0.331, 16, 50),
)
# Microaggregation paper, figures 9 and 10: 10 points of the unit square: k: D of PCL ÷ D of MDAV
TEN_POINTS = {2: 0.58, 3: 0.57}
# There, abstract and conclusion: reduction against MDAV in %, typical and largest, of clustering (few cells) and
# microaggregation (small cells).
TYPICAL_REDUCTION = {
    ("clusters", "uniform"): (20, 35),
    ("clusters", "Gaussian"): (15, 20),
    ("small cells", "uniform"): (27, 30),
    ("small cells", "Gaussian"): (15, 25),
}
# There, note 2: ways to put 100 records into cells of 2, as (mantissa, power of ten).
WAYS_TO_PAIR_100 = (8.3, 142)
# There, section 5.2: PCL ÷ MDAV by (distribution, number of cells) and by (distribution, k). The
# picture of 7 uniform cells says −30 %, its caption 39 %, the text "up to 35 %".
PCL_CLUSTERS = {("uniform", 7): 0.70, ("Gaussian", 9): 0.85}
PCL_SMALL_CELLS = {("uniform", 3): 0.74, ("Gaussian", 4): 0.74}
# There, figures 16 and 18: D of MDAV; and D of PCL; for Gaussian points, 26 % below MDAV's .0359.
PLANAR_MDAV = {("uniform", 3): 0.00079, ("Gaussian", 4): 0.0359}
PLANAR_PCL = {("uniform", 3): 0.000585, ("Gaussian", 4): 0.74 * 0.0359}
# Location paper, figures 6 and 7: D and the smallest cell, where 1024 was asked for.
PCL_LOCATIONS = {"Gaussian": (0.0689, 1020), "uniform": (0.0026, 1023)}
# Quantization paper, section 7.1: 65,536 Gaussian points of a plane, 16 cells: PCL ÷ MDAV by correlation, and seconds.
PCL_GAUSSIAN_16_CELLS = {0.0: 0.84, 0.5: 0.89}
PCL_GAUSSIAN_SECONDS = 44
# Quantization paper, section 7.2: PCL ÷ MDAV at the k that the text names.
PCL_ADULT = {2000: 0.68, 4000: 0.78}
# Quantization paper, figure 6: seconds grow as n to this power (k = 1000, plane Gaussian points).
GROWTH_EXPONENTS = {"mdav": 1.98, "pcl": 1.87}
# There, section 7.1: the same in ten dimensions.
GROWTH_EXPONENTS_10D = {"mdav": 2.00, "pcl": 1.91}
# There, section 7.2: Adult: attribute: (mean, standard deviation); distinct records of all; what noise may change of D.
ADULT_MOMENTS = {"age": (38.6, 13.7), "education-num": (10.1, 2.57), "hours-per-week": (40.4, 12.4)}
ADULT_DISTINCT, ADULT_RECORDS = 9_953, 48_842
ADULT_NOISE_CHANGE = 0.001

# Clustering paper, table 3: MDAV* against (a) MDAV, (b) V-MDAV, in per cent. The heading of (a) says
# MDAV⁺, the caption MDAV; tables 1 and 2 give these figures with MDAV.
PRINTED_DIFFERENCES = {
    "a": {
        "census": (1.8, -1.4, -2.7, -2.1, -1.3),
        "tarragona": (-4.6, -1.8, -0.9, 3.2, 4.7),
        "eia": (-7.0, -8.1, -45.4, -7.1, -31.5),
        "SimU": (-2.3, -2.4, -2.8, -3.7, -2.9),
        "SimC": (-13.8, -12.2, -14.1, -15.1, -14.9),
    },
    "b": {
        "census": (2.11, -1.08, -1.89, -1.87, -0.29),
        "tarragona": (1.85, -2.57, -2.72, 0.53, 4.49),
        "eia": (-3.40, -8.23, -13.71, -8.09, -5.77),
        "SimU": (-1.32, -1.93, -1.88, -1.86, -1.94),
        "SimC": (-3.11, -2.29, -4.88, -6.30, -7.60),
    },
}
# There, table 4: γ with the least loss; for SimU and SimC the mean over 25 sets of the γ with the least loss.
BEST_GAINS = {
    "census": (0.0, 0.0, 0.2, 0.1, 0.2),
    "tarragona": (0.3, 0.3, 0.0, 0.6, 0.3),
    "eia": (0.6, 0.0, 0.4, 0.0, 1.3),
    "SimU": (0.176, 0.208, 0.232, 0.108, 0.244),
    "SimC": (0.368, 0.456, 0.528, 0.660, 0.776),
}
# There, section 3: the worked example, and the SSE and the loss in per cent that it ends with (k = 3).
EXAMPLE_VALUES = (1.0, 2.0, 3.0, 5.0, 6.0, 19.0, 20.0, 21.0, 98.0, 99.0, 100.0)
PRINTED_EXAMPLE = {"vmdav": (258.8, 1.44), "mdav*": (21.2, 0.118)}

# p-probabilistic paper, as printed, so that digits can be compared. Table II: (computed, simulated).
TABLE_II_SETTING = (20, 0.5, 0.1, 48)  # k, π, p̄, n_min
TABLE_II = {"q̄": ("0.09671", "0.09606"), "u": ("17.85", "17.83"), "r̄": ("0.03597", "0.03605")}
# Table III: k, π, p̄, n_min, q̄, u, r̄, r̄′
TABLE_III = [
    (10, 0.75, 1e-4, 25, "4.31e-05", "8.8", "1.52e-05", "2.02e-05"),
    (10, 0.75, 1e-5, 27, "6.05e-06", "8.82", "1.98e-06", "2.64e-06"),
    (10, 0.75, 1e-6, 29, "7.95e-07", "8.84", "2.42e-07", "3.23e-07"),
    (10, 0.5, 1e-4, 43, "8.51e-05", "8.69", "1.72e-05", "3.44e-05"),
    (10, 0.5, 1e-5, 48, "7.61e-06", "8.73", "1.38e-06", "2.77e-06"),
    (10, 0.5, 1e-6, 53, "6.1e-07", "8.77", "1.01e-07", "2.02e-07"),
    (50, 0.75, 1e-4, 88, "6.2e-05", "48.4", "3.41e-05", "4.54e-05"),
    (50, 0.75, 1e-5, 91, "9.82e-06", "48.4", "5.22e-06", "6.97e-06"),
    (50, 0.75, 1e-6, 95, "7.14e-07", "48.5", "3.64e-07", "4.86e-07"),
    (50, 0.5, 1e-4, 144, "7.86e-05", "48.1", "2.62e-05", "5.25e-05"),
    (50, 0.5, 1e-5, 151, "9.64e-06", "48.2", "3.08e-06", "6.15e-06"),
    (50, 0.5, 1e-6, 159, "7.35e-07", "48.3", "2.23e-07", "4.46e-07"),
]
# Table IV: k, N, p̄, t̄ at π = 0.75
TABLE_IV = [
    (10, 10**4, 1e-4, "0.0171"),
    (10, 10**4, 1e-5, "0.00223"),
    (10, 10**4, 1e-6, "0.000273"),
    (10, 10**5, 1e-4, "0.158"),
    (10, 10**5, 1e-5, "0.0221"),
    (10, 10**5, 1e-6, "0.00274"),
    (10, 10**6, 1e-4, "0.822"),
    (10, 10**6, 1e-5, "0.201"),
    (10, 10**6, 1e-6, "0.027"),
    (50, 10**4, 1e-4, "0.00692"),
    (50, 10**4, 1e-5, "0.00106"),
    (50, 10**4, 1e-6, "7.42e-05"),
    (50, 10**5, 1e-4, "0.0679"),
    (50, 10**5, 1e-5, "0.0107"),
    (50, 10**5, 1e-6, "0.00075"),
    (50, 10**6, 1e-4, "0.505"),
    (50, 10**6, 1e-5, "0.102"),
    (50, 10**6, 1e-6, "0.00748"),
]
STABILITY_SETTING = (20, 0.5)  # figure 6: k, π
STABILITY_ERROR = -0.84  # there, per cent: the largest error of q̄ against binocdf down to p̄ = 10⁻¹⁷
