"""The streaming reverse proxy around gatekeeper_core; import the module you mean."""
