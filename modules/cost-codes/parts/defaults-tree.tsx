import { useMemo, useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { textKey } from '#lib/text-key.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { DefaultCostCode } from '../../default-cost-codes/entities.ts'
import type { Branch } from './copy-plan.ts'

type Line = { key: string; label: string; codes: readonly DefaultCostCode[] } | { key: Id; code: DefaultCostCode }

/** The company's defaults with checkboxes. Codes that the project already has are checked and disabled. */
export const DefaultsTree = ({
  tree,
  search,
  chosen,
  exists,
  onChange,
}: {
  tree: readonly Branch[]
  search: string
  chosen: ReadonlySet<Id>
  exists: (code: DefaultCostCode) => boolean
  onChange: (chosen: ReadonlySet<Id>) => void
}) => {
  const lines = useMemo(() => linesOf(tree, search), [tree, search])
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 36,
    overscan: 10,
    getItemKey: (index) => lines[index]?.key ?? index,
  })
  const items = virtual.getVirtualItems()
  const set = (codes: readonly DefaultCostCode[], on: boolean) => {
    const next = new Set(chosen)
    for (const code of codes) if (!exists(code)) next[on ? 'add' : 'delete'](code.id)
    onChange(next)
  }
  if (lines.length === 0) return <p className={css({ color: 'muted' })}>{`Nothing here matches “${search}”.`}</p>
  return (
    <div ref={box} className={scroll}>
      <ul
        aria-label="Default cost codes"
        style={{
          paddingTop: items[0]?.start ?? 0,
          paddingBottom: Math.max(0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)),
        }}
      >
        {items.map(({ key, index }) => {
          const line = lines[index]
          return (
            line && (
              <li key={key} ref={virtual.measureElement} data-index={index} className={'code' in line ? leaf : branch}>
                {'code' in line ? (
                  <Leaf code={line.code} exists={exists(line.code)} on={chosen.has(line.code.id)} onChange={set} />
                ) : (
                  <All line={line} chosen={chosen} exists={exists} onChange={set} />
                )}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

type OnChange = (codes: readonly DefaultCostCode[], on: boolean) => void

const Leaf = ({
  code,
  exists,
  on,
  onChange,
}: {
  code: DefaultCostCode
  exists: boolean
  on: boolean
  onChange: OnChange
}) => (
  <>
    <Checkbox value={on || exists} disabled={exists} onChange={(next) => onChange([code], next)}>
      {`${code.number} ${code.name}`}
    </Checkbox>
    {exists && <Tag small>On this project</Tag>}
  </>
)

/** A checkbox for several codes: indeterminate when only some are selected. */
const All = ({
  line,
  chosen,
  exists,
  onChange,
}: {
  line: { label: string; codes: readonly DefaultCostCode[] }
  chosen: ReadonlySet<Id>
  exists: (code: DefaultCostCode) => boolean
  onChange: OnChange
}) => {
  const open = line.codes.filter((code) => !exists(code))
  const ticked = open.filter(({ id }) => chosen.has(id)).length
  return (
    <Checkbox
      value={ticked === open.length}
      indeterminate={ticked > 0 && ticked < open.length}
      disabled={open.length === 0}
      onChange={() => onChange(open, ticked < open.length)}
    >
      {line.label}
    </Checkbox>
  )
}

/** Flattens the tree into lines. With a search, group checkboxes cover only the matching codes. */
function linesOf(tree: readonly Branch[], search: string): Line[] {
  const words = textKey(search).split(/\s+/).filter(Boolean)
  const found = tree.flatMap(({ category, codes }) => {
    const own = codes.filter((code) => {
      const label = textKey(costCodeLabel(code))
      return words.every((word) => label.includes(word))
    })
    return own.length ? [{ category, codes: own }] : []
  })
  const all = found.flatMap(({ codes }) => codes)
  if (!all.length) return []
  return [
    { key: 'all', label: words.length ? `All ${all.length} found` : `All ${all.length}`, codes: all },
    ...found.flatMap(({ category, codes }): Line[] => [
      {
        key: `category ${category?.id ?? 'none'}`,
        label: category ? `${category.number} ${category.name}` : 'No category',
        codes,
      },
      ...codes.map((code) => ({ key: code.id, code })),
    ]),
  ]
}

const scroll = css({
  maxHeight: '50vh',
  overflowY: 'auto',
  border: '1px solid {colors.line}',
  borderRadius: 'md',
  paddingBlock: '1',
})
const branch = css({ display: 'flex', alignItems: 'center', minHeight: '8', paddingInline: '3', fontWeight: 'strong' })
const leaf = css({
  row: '2',
  justifyContent: 'space-between',
  paddingInlineStart: '9',
  paddingInlineEnd: '3',
  minHeight: '8',
})
