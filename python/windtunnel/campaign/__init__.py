"""Campaigns: many runs over a space of machines, programs and options, each of them run once."""

from windtunnel.campaign.campaign import Campaign, CampaignResult
from windtunnel.campaign.runner import CampaignProgress

__all__ = ["Campaign", "CampaignProgress", "CampaignResult"]
