import { spawn } from 'node:child_process'

const PORT = process.env.PORT ?? '8080'
const env = { ...process.env, PORT, LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' }

/** `npm run dev`: Vite with hot reload for the front end, and the API server, which restarts when its files change. */
const parts = [
  spawn(
    process.execPath,
    [
      '--watch-path=src/server',
      '--watch-path=src/core',
      '--watch-path=src/lib',
      '--watch-path=modules',
      '--watch-preserve-output',
      'src/server/main.ts',
      '--api-only',
      ...process.argv.slice(2),
    ],
    { env, stdio: 'inherit' },
  ),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { env, stdio: 'inherit' }),
]

function stop(code: number) {
  for (const part of parts) part.kill('SIGTERM')
  process.exitCode = code
}
for (const part of parts) part.on('exit', (code) => stop(code ?? 0))
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
