import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { permissionsOf, verbs, type Area, type CurrentUser } from '#core/access/access.ts'
import { isObject } from '#lib/is-object.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Select } from '#ui/select/select.tsx'
import { choiceLabel } from '#lib/choice-label.ts'

type Overrides = CurrentUser['permissions']
type Choice = 'default' | 'allow' | 'deny'
const choices = [
  { value: 'default', label: 'Role default' },
  { value: 'allow', label: 'Allow' },
  { value: 'deny', label: 'Deny' },
] as const

const idIn = (value: unknown) => (typeof value === 'number' ? value : null)
const isOverrides = (value: unknown): value is Overrides => isObject(value)

/** Returns `overrides` with one verb allowed, denied or reset to the role's default. */
function withChoice(overrides: Overrides, area: string, verb: string, choice: Choice): Overrides {
  const { [verb]: _, ...rest } = overrides[area] ?? {}
  const own = choice === 'default' ? rest : { ...rest, [verb]: choice === 'allow' }
  const { [area]: __, ...others } = overrides
  return Object.keys(own).length ? { ...others, [area]: own } : others
}

/** Edits permission overrides: for each area and verb the choice and the resulting permission. */
export const PermissionGrid = ({ value, onChange, get }: GroupProps) => {
  const { registry } = useServices()
  const overrides = isOverrides(value) ? value : {}
  const areas = registry.entities.flatMap(({ area, areas: more }): Area[] => [
    ...(typeof area === 'string' ? [] : [area]),
    ...more,
  ])
  // Uses the form's values rather than the saved ones, so that a change of role is reflected at once.
  const person = {
    role: String(get('role') ?? ''),
    customer_id: idIn(get('customer_id')),
    contact_type_id: idIn(get('contact_type_id')),
  }
  const results = permissionsOf(person, areas, overrides)
  return (
    <div className={scroll}>
      <table className={table} aria-label="Permissions">
        <tbody>
          {areas.map(({ area, defaults }) => {
            const named = [...new Set<string>([...verbs, ...Object.values(defaults).flat()])]
            return named.map((verb, at) => {
              const own = overrides[area]?.[verb]
              const allowed = results[area]?.[verb] === true
              return (
                <tr key={`${area} ${verb}`}>
                  {at === 0 && (
                    <th scope="rowgroup" rowSpan={named.length} className={areaName}>
                      {choiceLabel(area)}
                    </th>
                  )}
                  <th scope="row" className={verbName}>
                    {verb}
                  </th>
                  <td>
                    <Select
                      look="soft"
                      aria-label={`${verb} ${area}`}
                      options={choices}
                      value={own === undefined ? 'default' : own ? 'allow' : 'deny'}
                      onChange={(choice) => choice && onChange(withChoice(overrides, area, verb, choice))}
                    />
                  </td>
                  <td className={result} data-allowed={allowed || undefined}>
                    <Icon name={allowed ? 'check' : 'ban'} size="sm" />
                    <span>{allowed ? 'Allowed' : 'Not allowed'}</span>
                  </td>
                </tr>
              )
            })
          })}
        </tbody>
      </table>
    </div>
  )
}

const scroll = css({ maxHeight: '50vh', overflow: 'auto', border: '1px solid {colors.line}', borderRadius: 'lg' })
const table = css({
  width: 'full',
  '& :is(td, th)': { padding: '1', paddingInline: '2', borderBottom: '1px solid {colors.line}' },
})
const areaName = css({ textAlign: 'start', verticalAlign: 'top', fontWeight: 'strong' })
const verbName = css({ textAlign: 'start', fontWeight: 'regular', color: 'muted' })
const result = css({
  whiteSpace: 'nowrap',
  textStyle: 'small',
  color: 'muted',
  '& svg': { display: 'inline', verticalAlign: '-3px', marginInlineEnd: '1' },
  // Phones show only the icon.
  '& span': { smDown: { srOnly: true } },
  '&[data-allowed]': { color: 'done' },
})
