/** The daily backup, in a thread of its own: the command `npm run backup`, to the place that BACKUPS names. */
import '../backup.ts'
