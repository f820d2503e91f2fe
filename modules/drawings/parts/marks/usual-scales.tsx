import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Select } from '#ui/select/select.tsx'
import { drawingRevisions } from '../../entities.ts'
import { usualScales } from '../../lengths.ts'
import type { Desk } from '../desk/use-desk.ts'

/** The usual scales, of which those that the sheet names come first: choosing one sets the scale without a line. @useSignals */
export const UsualScales = ({ desk: { shown, page, scales, measuring } }: { desk: Desk }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [named] = scales
  const options = [...scales, ...usualScales.filter((one) => !scales.includes(one))].map(({ name }) => ({
    value: name,
    label: name === named?.name ? `${name} (on this sheet)` : name,
  }))
  async function choose(chosen: string | null) {
    const scale = usualScales.find(({ name }) => name === chosen)
    if (!scale) return
    const points = [
      [0, 0.5],
      [1, 0.5],
    ]
    const length = scale.units_per_pt * page.width
    const body = { points, length, unit: scale.unit }
    if (report(await api.across(drawingRevisions).act(shown.id, 'calibrate', body), 'Scale set.')) measuring.cancel()
  }
  return (
    <div className={css({ width: '15rem' })}>
      <Select
        aria-label="Scale of the sheet"
        placeholder="Or choose its scale"
        value={null}
        options={options}
        onChange={(chosen) => void choose(chosen)}
      />
    </div>
  )
}
