/**
 * Preloaded into a server process, to trigger rare conditions from a test: SIGUSR2 collects garbage (ON_SIGNAL=collect) or
 * causes an unhandled rejection (ON_SIGNAL=reject).
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

process.on('SIGUSR2', () => {
  if (process.env.ON_SIGNAL === 'reject') void Promise.reject(new Error('Nobody awaits this.'))
  else {
    setFlagsFromString('--expose-gc')
    for (let times = 0; times < 3; times++) runInNewContext('gc')()
    process.stdout.write('collected\n')
  }
})
