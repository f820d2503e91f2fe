import { existsSync } from 'node:fs'

/** Debian's Chromium where Playwright's own browser cannot be downloaded. */
export const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
)
export const switches = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage']
