import { conditions } from "#lib/errors.ts";
import { defineTranslations } from "./translations.ts";

/**
 * The reason for a refusal, by the service's condition. Both pages load it on demand, with the parser of a refusal's values. The English text
 * is the service's message.
 */
export const refusalWords = defineTranslations({
  zongpaiNotFound: `${conditions.zongpaiNotFound.message} | {zongpai} ist nicht im ERP. | ERP 中没有 {zongpai}。`,
  boxNotFound: `${conditions.boxNotFound.message} | {box_no} ist nicht bekannt. | 没有箱号 {box_no}。`,
  duplicateBoxItem: `${conditions.duplicateBoxItem.message} | {item} ist schon in {box_no}: {quantity}. | {item} 已在 {box_no} 中：{quantity}。`,
  itemNotFound: `${conditions.itemNotFound.message} | {item} ist nicht in {box_no}. | {box_no} 中没有 {item}。`,
  boxedBeyondOrdered: `${conditions.boxedBeyondOrdered.message} | {zongpai}: von {ordered} sind noch {headroom} zu packen, nicht {quantity}. | {zongpai}：订购 {ordered}，还可装 {headroom}，不能装 {quantity}。`,
  capExceeded: `${conditions.capExceeded.message} | {category} zu {zongpai}: noch {headroom} zu packen, nicht {quantity}. | {zongpai} 的{category}：还可装 {headroom}，不能装 {quantity}。`,
  categoryNotConfigured: `${conditions.categoryNotConfigured.message} | {category} gehört nicht zu {zongpai}. | {zongpai} 没有{category}。`,
  configuredBelowBoxed: `${conditions.configuredBelowBoxed.message} | {category} zu {zongpai}: schon {boxed_quantity} gepackt, nicht {quantity}. | {zongpai} 的{category}：已装 {boxed_quantity}，不是 {quantity}。`,
  staleExpectedQuantity: `${conditions.staleExpectedQuantity.message} | In {box_no} sind jetzt {quantity} von {item}, nicht {expected_quantity}. | {box_no} 中 {item} 现为 {quantity}，不是 {expected_quantity}。`,
  staleExpectedLocation:
    "{item}: now {location}, not {expected_location} | {item}: jetzt {location}, nicht {expected_location} | {item}：现为 {location}，不是 {expected_location}",
  movedBeyondBoxed: `${conditions.movedBeyondBoxed.message} | In {box_no} sind {boxed_quantity} von {item}, nicht {quantity}. | {box_no} 中 {item} 为 {boxed_quantity}，不是 {quantity}。`,
});
