import type { FirstStepProps } from '#blocks/slots.ts'
import { deviceZone } from '#lib/moments.ts'
import { ZoneInput } from '../zone-input.tsx'
import { CompanyForm } from './company-form.tsx'

const fields = ['time_zone'] as const
const inputs = { time_zone: ZoneInput }
const proposed = () => ({ time_zone: deviceZone })

/** Which day it is, for everybody of the company: that of this browser is proposed. */
export default function ZoneStep({ onReady }: FirstStepProps) {
  return <CompanyForm fields={fields} inputs={inputs} proposed={proposed} onReady={onReady} />
}
