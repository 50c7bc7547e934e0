"""Published experiments, done again: ``windtunnel study list``, ``windtunnel study run NAME``.

A study runs its simulations, prints its figures beside the published ones, draws what the paper draws, and holds the figures
to stated bounds. What each one is, what differs from the paper and why is in the folder ``studies`` of the repository.
"""

from windtunnel.studies import bgp_injection, percs_alltoall, percs_mapping, percs_validation
from windtunnel.studies.lab import Lab, Study

__all__ = ["STUDIES", "Lab", "Study"]

#: All studies, in the order in which they are listed.
STUDIES = (percs_validation.STUDY, percs_alltoall.STUDY, percs_mapping.STUDY, bgp_injection.STUDY)
