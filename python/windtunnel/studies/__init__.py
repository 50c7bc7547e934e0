"""Reproductions of published experiments: ``windtunnel study list``, ``windtunnel study run NAME``.

A study runs its simulations, prints its results next to the published ones, plots the paper's figures, and checks stated
bounds. The folder ``studies`` of the repository describes each study, and what differs from the paper and why.
"""

from windtunnel.studies import (
    bgp_injection,
    graphene_alltoall,
    graphene_cg,
    graphene_lu,
    mpi_io,
    noise,
    percs_alltoall,
    percs_mapping,
    percs_validation,
    plateau_cg,
    plateau_pf3d,
    sampling_folding,
    tibidabo_bigdft,
)
from windtunnel.studies.lab import Lab, Study

__all__ = ["STUDIES", "Lab", "Study"]

#: All studies, in the order of the list.
STUDIES = (
    percs_validation.STUDY,
    percs_alltoall.STUDY,
    percs_mapping.STUDY,
    bgp_injection.STUDY,
    noise.STUDY,
    plateau_pf3d.STUDY,
    plateau_cg.STUDY,
    mpi_io.STUDY,
    graphene_cg.STUDY,
    graphene_lu.STUDY,
    graphene_alltoall.STUDY,
    tibidabo_bigdft.STUDY,
    sampling_folding.STUDY,
)
