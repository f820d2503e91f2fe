import { shiftDate } from './shift-date.ts'
import { clockOffset } from './today.ts'

shiftDate(clockOffset)
