import { inject } from 'vitest'
import { shiftDate } from './shift-date.ts'

shiftDate(inject('clockOffset'))
