import { useMemo, useState } from 'react'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Select } from '#ui/select/select.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { DrawingSheet } from '../../entities.ts'
import type { PlanViewProps } from '../../index.ts'
import { fileOf, keyOf, previewOf, thumbOf } from '../addresses.ts'
import { placedPins } from './placed-pins.tsx'
import { SheetView, type SheetControl } from '../sheet/sheet-view.tsx'
import { usePins } from './use-pins.ts'
import { useRevisions, useSheets } from '../use-sheet.ts'
import { ZoomButtons, zoomCorner } from '../desk/zoom-buttons.tsx'

/** The plans of a project with the pins of some kinds, for the screens of other modules. @useSignals */
export default function PlanView(props: PlanViewProps) {
  const { project_id } = props
  const { all, query } = useSheets(project_id)
  const [chosen, setChosen] = useState<Id | null>(props.sheet_id ?? null)
  const sheet = all.find(({ id }) => id === chosen) ?? all.find(({ title }) => /plan/i.test(title)) ?? all[0]
  if (!sheet)
    return query.state.value === 'never' ? (
      <NotLoaded failure={query.failure.value} retry={query.ask} />
    ) : (
      <EmptyState icon="map" title="No drawings are published yet." />
    )
  return (
    <div className={frame}>
      <div className={bar}>
        <Select
          aria-label="Sheet"
          value={sheet.id}
          onChange={setChosen}
          options={all.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` }))}
        />
      </div>
      <Plan key={sheet.id} {...props} sheet={sheet} />
    </div>
  )
}

/** @useSignals */
const Plan = ({ sheet, kinds, shows, chosen, onChoose, onAdd, children }: PlanViewProps & { sheet: DrawingSheet }) => {
  const { api } = useServices()
  const { shown } = useRevisions(sheet, null)
  const [control, setControl] = useState<SheetControl | null>(null)
  const pins = usePins(sheet, kinds).filter(({ record }) => shows?.(record) ?? true)
  const page = useMemo(() => ({ width: shown?.width ?? 612, height: shown?.height ?? 792 }), [shown])
  if (!shown) return <NotLoaded failure={null} retry={() => {}} />
  return (
    <div className={css({ position: 'relative', flex: '1', minHeight: '0' })}>
      <SheetView
        key={keyOf(shown)}
        page={page}
        file={{ url: api.urlOf(fileOf(shown)), key: keyOf(shown) }}
        pictures={[api.urlOf(thumbOf(shown.id)), api.urlOf(previewOf(shown))]}
        label={`Sheet ${sheet.number} ${sheet.title}`}
        onReady={setControl}
        onTap={([x, y]) => onAdd?.({ drawing_sheet_id: sheet.id, pin: { x, y } })}
        placed={placedPins({
          pins,
          photos: [],
          chosenPin: chosen ?? null,
          onPin: (key) => {
            const pin = pins.find((one) => one.key === key)
            if (pin) onChoose?.(pin.record, key)
          },
          chosen: null,
          onMark: () => {},
        })}
      />
      <div className={zoomCorner} data-sheet-control>
        <ZoomButtons control={control} />
      </div>
      {children}
    </div>
  )
}

const frame = css({ display: 'flex', flexDirection: 'column', gap: '2', height: 'full', minHeight: '24rem' })
const bar = css({ width: 'full', maxWidth: '18rem', '& > *': { width: 'full' } })
