/** A number with thousands separators and at most so many decimals. */
export const figure = (value: number, decimals = 1): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: decimals })

/** The same with its sign: `+3`, `−1.5`, and 0 without one. */
export const signed = (value: number, decimals = 1): string => {
  const text = figure(Math.abs(value), decimals)
  return text === '0' ? text : `${value < 0 ? '−' : '+'}${text}`
}
