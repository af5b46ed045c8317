#!/bin/sh
# Runs a command in an image as a container runtime does: read-only root file system, user 10001, no capabilities.
#   unshare --mount sh run-image.sh IMAGE DATA COMMAND...
set -eu
image=$1 data=$2
shift 2
mount --bind "$image" "$image"
mount -t tmpfs -o mode=1777 tmpfs "$image/tmp"
mount -t proc proc "$image/proc"
mount -t tmpfs -o mode=755 tmpfs "$image/dev"
mkdir "$image/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$image/dev/shm"
for device in null zero random urandom; do
  touch "$image/dev/$device"
  mount --bind "/dev/$device" "$image/dev/$device"
done
mount --bind "$data" "$image/data"
mount -o remount,bind,ro "$image"
exec setpriv --bounding-set=-all,+sys_chroot,+setuid,+setgid chroot --userspec=10001:10001 --groups= "$image" "$@"
