#!/bin/sh
# expect: extension-digest-check
verify_checksum() { sha256sum -c "$1"; }
verify_checksum shelf.sum
