const long = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumFractionDigits: 0,
})

/** Dollars with thousands separators and 2 decimals, or 0 in the short form (rule money): `$1,234.50`, `$1,235`. */
export const formatMoney = (dollars: number, form: 'long' | 'short' = 'long'): string =>
  // Negative zero, and amounts that round to it, are shown without a minus sign.
  (form === 'short' ? short : long).format(dollars).replace(/^-(\$0(?:\.00)?)$/, '$1')

/** Dollars for other programs, without separators: `1234.50`. */
export const plainMoney = (dollars: number): string => dollars.toFixed(2)
