"""`python -m proxy` is `gatekeeper`."""

import sys

from proxy.cli import main

sys.exit(main())
