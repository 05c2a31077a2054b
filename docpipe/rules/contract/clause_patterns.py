"""What a clause of each category says: keyword patterns over one sentence in lower case with single spaces.

A pattern fires on a sentence that holds one word of each group of its ``needs`` (plain words, cheap to look for),
matches ``says`` and does not match ``unless``. Several patterns of a category are alternatives. The categories are
CUAD's. Nothing is compiled before a sentence has the words: half of the patterns are never needed in one contract.
"""

from __future__ import annotations

from msgspec import Struct


class Pattern(Struct, frozen=True):
    """One way to word a clause of a category; ``says`` and ``unless`` are the text of patterns."""

    category: str
    needs: tuple[tuple[str, ...], ...]
    says: str
    unless: str | None = None


def _p(category: str, needs: str, says: str, unless: str | None = None) -> Pattern:
    return Pattern(category, tuple(tuple(group.split("|")) for group in needs.split(" & ")), says, unless)


_NOT = r"\b(?:not|neither|nor|no|never|refrain|without)\b"
_SHALL_NOT = (
    r"\b(?:(?:shall|will|may|must|agrees?|covenants?|undertakes?)\b(?: \w+){0,3} not\b|neither\b|nor\b|refrain"
    r"|not to\b|no (?:party|member)\b|none of\b)"
)
_GRANT = r"\b(?:grants?|granted|granting|licenses to|is licensed|are licensed)\b"
_MARKS = (
    r"\b(?:marks?|trade ?marks?|patents?|intellectual property|copyrights?|names?|propriet\w+|licensed|ownership"
    r"|logos?|brand|property|works?|inventions?|technology|know-how)\b"
)
_SPELL = (
    r"\bworking (?:hours|time)\b"
    r"|\bhours (?:of work )?(?:each|per|a) (?:day|week|session)|\bhours (?:each|long|in length)\b"
    r"|\bsessions?\b.{0,40}\b(?:hours?|minutes)\b"
)
"""How long work or a session lasts: a spell of time is no volume."""

_SURVIVES = r"\b(?:surviv\w+|remain in (?:full )?force)\b.{0,120}\b(?:terminat|expir|cancel)"
_OFFERED_FIRST = (
    r"\bunable\b|\bfail|\bexercis|\bexpir|\bif no\b|\binitially\b|\bfirst refusal|\bemploy|\bterminat"
    r"|\block-up|\bsubordinat"
)
"""Terms no better than those that were offered before, to who has the first refusal; or those of another's work or
debt."""

_LEGEND = r"competitive(?:ly)? harm|is not material"

# fmt: off
PATTERNS = (
    _p("Affiliate License-Licensee", "affiliate|subsidiar|group & licen|right & grant|licens",
       _GRANT +
       r".{0,120}\bto\b.{0,60}\b(?:(?:and|or),? (?:to )?(?:any of )?(?:its|their|his) (?:\w+ ){0,2}(?:affiliates?"
       r"|subsidiar)|members of the \w+ group).{0,200}\b(?:licen[sc]e|right|sublicen)",
       r"even (?:as|with respect) to|without the prior written consent of the other"),
    _p("Affiliate License-Licensee", "sublicen|sub-licen & affiliates|subsidiar & licen",
       r"\b(?:right|may|entitled|allow|permitted)\b.{0,80}\bsub-?licen[sc]\w*.{0,120}\bto (?:any of "
       r"|one or more of |a current or future )?(?:its|their|the \w+) (?:wholly[- ]owned )?(?:affiliates"
       r"|subsidiar)"),
    _p("Affiliate License-Licensee", "affiliate & to affiliates",
       r"\bsub-?licen[sc]\w*.{0,30}\bto affiliates\b"),
    _p("Affiliate License-Licensor", "affiliate & on behalf of & grant",
       r"\bon behalf of (?:itself|himself) and (?:each of )?(?:its|their) affiliates.{0,60}\bgrants?\b"),
    _p("Affiliate License-Licensor", "affiliate & its affiliates to & grant",
       r"\b(?:cause|procure) (?:each of )?its affiliates to.{0,20}\bgrant\b.{0,150}\b(?:licen[sc]e|right)"),
    _p("Affiliate License-Licensor", "affiliate & its affiliates & grant",
       r"\bgrants?\b.{0,250}\blicen[sc]e\b.{0,200}\b(?:owned|controlled|owns?|held) (?:or controls? "
       r"|or controlled )?by \w+ or (?:any of )?its affiliates"),
    _p("Anti-Assignment", "assign & agreement|approval|consent|contract|duties|hereunder|obligations|right",
       _NOT + r".{0,160}?\bassign(?:ed|able|s|ing|ment)?\b.{0,250}?\b(?:consent|approval|agreement|contract|rights?"
       r"|hereunder|obligations|duties)\b"),
    _p("Anti-Assignment", "assign|transfer & without & consent",
       r"\b(?:assign|transfer)(?! (?:\w+ ){0,3}(?:personnel|employees|data|staff)\b).{0,200}\bwithout\b"
       r".{0,80}\bconsent"),
    _p("Anti-Assignment", "assign & without & consent|approval|permission",
       r"\b(?:shall|may|will|must|can) ?not\b.{0,40}\bwithout\b.{0,120}\b(?:consent|approval|permission)\b.{0,80}"
       r"\b(?:be assigned|assign(?! (?:\w+ ){0,3}(?:personnel|employees|data|staff)\b))\b"),
    _p("Audit Rights", "audit|inspect|examin & accounts|books|facilit|ledgers|premises|records|reports",
       r"\b(?:audit|inspect|examin\w*)\b.{0,200}\b(?:books|records|accounts|facilit|premises|ledgers|reports)"),
    _p("Audit Rights", "audit|inspect|examin & accounts|books|facilit|ledgers|premises|records",
       r"\b(?:books|records|accounts|facilit\w+|premises|ledgers)\b.{0,200}\b(?:audit|inspect|examin)"),
    _p("Audit Rights", "audit & audit right|right to |may",
       r"\bright to (?:conduct an? )?audit|\bmay (?:conduct an? )?audit\b|\baudit rights?\b"),
    _p("Cap On Liability",
       "liab & consequential|exceed|incidental|indirect|limited to|loss of profit|lost profit|punitive",
       r"\bliab\w+\b.{0,250}\b(?:exceed|limited to|consequential|incidental|indirect|punitive|lost profits"
       r"|loss of profits?)\b"),
    _p("Cap On Liability", "damages & consequential|incidental|indirect|lost profits|punitive & circumstance|event",
       r"\bno (?:event|circumstances?)\b.{0,200}\b(?:consequential|incidental|indirect|punitive|lost profits)"
       r"\b.{0,100}damages"),
    _p("Change Of Control", "control|ownership & change",
       r"\bchange (?:of|in) (?:the )?(?:\w+ )?(?:control|ownership)\b.{0,300}\b(?:terminat|consent|assign|notice"
       r"|notify|approval|elect|option)|\b(?:terminat|consent|assign|notice|notify)\w*\b.{0,300}\bchange (?:of"
       r"|in) (?:the )?(?:\w+ )?(?:control|ownership)\b"),
    _p("Change Of Control", "merge|consolidat|substantially all & assign|consent|terminat|transfer",
       r"\b(?:merge[rs]?|merged|consolidat\w+|substantially all)\b.{0,250}\b(?:terminat|assign|consent)"
       r"|\b(?:deemed|constitutes?) an? (?:assignment|transfer)\b",
       r"\binsolven|\bbankrupt|\bmerge[rs]? (?:clause|provision)|\bentire agreement"),
    _p("Competitive Restriction Exception",
       "compet|exclusiv & except|nothing|notwithstanding|other than|provided|shall not",
       r"\b(?:notwithstanding|except|provided,? (?:however|that)|other than|shall not (?:prevent|prohibit"
       r"|restrict|preclude)|nothing)\b.{0,300}\b(?:compet(?:e|ing|itive|itors?)|exclusiv(?:e|ity))\b",
       r"non-?exclusive|exclusive (?:jurisdiction|remed|propert|venue|owner|of\b|benefit)|\bassign\b|confidential"
       r"|\bindemnif|\blicense granted|" + _LEGEND),
    _p("Covenant Not To Sue",
       "contest|challeng|disput|attack|question|impair|oppose & application|enforceability|interest|"
       "ownership|registration|right|title|validity & not|member|neither|none of|nor|party|refrain",
       _SHALL_NOT +
       r".{0,250}\b(?:contest\w*|challeng\w+|disput\w+|attack\w*|question|impair|oppos\w+)\b.{0,160}\b(?:validity"
       r"|ownership|title|enforceability|rights?|interest|registration|application)\b.{0,200}" + _MARKS,
       r"\bpending\b|\bparty to any\b|\bknowledge\b"),
    _p("Covenant Not To Sue", "contest|challeng & terminat|not contest",
       r"\bterminat\w+\b.{0,250}\b(?:contests?|challenges?)\b.{0,120}\b(?:validity|enforceability|ownership"
       r"|patents?|intellectual property)|\bnot contest (?:the )?(?:validity|ownership)"),
    _p("Covenant Not To Sue",
       "ownership|inconsistent|represent|adversely & adversely affect|impair|inconsistent with|jeopardi|"
       "prejudice|represent that it has an",
       r"\bnot\b.{0,80}\b(?:any(?:thing| act| action)?)\b.{0,120}\b(?:inconsistent with|adversely affect"
       r"|prejudice|jeopardi[sz]e|impair)\b.{0,80}\b(?:ownership|validity|title|rights? (?:of|in)|interest)"
       r"|\bnot (?:in any manner )?represent that it has an(?:y)? (?:ownership|right|interest)"),
    _p("Covenant Not To Sue", "sue & not to sue|shall not",
       r"\bcovenants? not to sue|\bagrees? not to sue|\bshall not (?:bring|institute|sue)\b.{0,60}\b(?:suit"
       r"|action|claim|proceeding)",
       r"\bgranting any\b|\bparty to any\b|\bknowledge\b"),
    _p("Exclusivity",
       "exclusiv & agent|appoint|basis|dealer|distribut|licen|manufacturer|partner|provider|representative|"
       "reseller|right to |sponsor|supplier|territor",
       r"(?<!non)(?<!non-)(?<!non- )(?<!non )(?<!not )\bexclusive(?:ly)?\b.{0,60}\b(?:right to (?:market|sell"
       r"|distribut|use|manufactur|promot|develop|commerciali|purchase|provide|perform|operat)|licen[sc]e"
       r"|distribut|agent|supplier|provider|partner|basis|sponsor|appoint|manufacturer|dealer|reseller"
       r"|representative|territor)",
       r"exclusive (?:jurisdiction|remed|propert|venue|owner|benefit|list)|mutually exclusive|does not (?:create"
       r"|grant)|\bcopyright act\b|\bnothing\b.{0,120}\bexclusiv|\bno exclusivity|\b(?:is|are) not exclusive"
       r"|\bnot (?:be )?(?:obliged|obligated|required)\b.{0,60}\bexclusiv"),
    _p("Exclusivity", "exclusiv",
       r"^\W*(?:(?:section |article )?[\d.]+\W+)?exclusivity\W*$"
       r"|\b(?:licen[sc]e|rights?|appointment"
       r"|distributorship|agency)(?: (?:hereby|herein|hereunder|so))?(?: granted| made| conferred)?"
       r"(?: (?:hereby|herein|hereunder))?"
       r" (?:shall be|is|are|will be)(?: (?:sole|solely) and)? exclusive(?!ly| (?:of|to the extent)\b)"),
    _p("Exclusivity", "exclusivity|other",
       r"\bexclusivity (?:period|obligations?|rights?)\b|" + _SHALL_NOT +
       r".{0,120}\b(?:appoint|engage|grant|authori[sz]e|license)\b.{0,60}\b(?:any other|another|others?)"
       r"\b.{0,120}\b(?:distribut|agent|licens|reseller|supplier|sell|territory|market)",
       r"sublicens|sub-distribut|assign"),
    _p("Insurance", "insure & shall|will|must|agree",
       r"\b(?:shall|will|must|agrees? to) (?:\w+ ){0,2}insure (?:the|its|his|their|all|such|against|and keep)\b"),
    _p("Insurance", "insurance & carry|effect|keep|maintain|obtain|procure|provide|purchase|secure|take out",
       r"\b(?:maintain|carry|procure|obtain|keep|purchase|provide|secure|take out|effect)"
       r"\w*\b.{0,200}\binsurance\b",
       r"\bwith(?:out| no)(?: any)?(?: (?:extra|additional|further|separate|special))? insurance\b"
       r"|\bnot (?:be )?(?:required|obligated|obliged) to (?:maintain|carry|procure|obtain|keep|purchase|provide)"
       r"\b.{0,60}\binsurance\b"),
    _p("Insurance", "insurance|insured",
       r"\bcertificates? of insurance\b|\badditional(?:ly)? (?:named )?insured|\binsurance (?:policy|policies"
       r"|coverage)\b.{0,100}\b(?:shall|will|must)\b"),
    _p("Ip Ownership Assignment",
       "assign & copyright|improvement|intellectual property|invention|patent|right, title|rights, title|"
       "title and interest|trademark",
       r"\b(?:hereby |shall |agrees to |will )?(?:irrevocably )?(?:assigns?|transfers? and assigns?)"
       r"\b.{0,150}\b(?:right, title|rights, title|title and interest|intellectual property|inventions?"
       r"|copyrights?|patents?|trademarks?|improvements?)\b",
       r"\bneither|may not assign|shall not assign|without .{0,40}consent"),
    _p("Ip Ownership Assignment", "hire|become & for hire|property of",
       r"\bworks? (?:made )?for hire\b|\b(?:improvements?|inventions?|work product|deliverables)"
       r"\b.{0,200}\b(?:shall|will) become (?:and remain )?(?:the )?(?:sole |exclusive |and |solely "
       r"|exclusively ){0,4}property of"),
    _p("Irrevocable Or Perpetual License", "irrevocable|perpetual",
       r"\b(?:grant\w*|licen[sc]e)\b.{0,250}\b(?:irrevocabl[ey]|perpetual(?:ly)?)\b.{0,250}\b(?:licen[sc]e|right)"
       r"|\b(?:irrevocable|perpetual)\b.{0,100}\blicen[sc]e"),
    _p("Joint Ip Ownership", "joint|co-own",
       r"\bjointly[- ](?:owned?|invented|developed)|\bjoint(?:ly)? (?:ownership|inventions?|patents?"
       r"|patent rights|know-how|intellectual property|improvements|owners?|technology)\b|\bco-?own"),
    _p("License Grant", "grant|licen & grant & licen|right to",
       r"\b(?:hereby )?grants?\b.{0,250}\b(?:licen[sc]e|right to (?:use|market|sell|distribut|reproduc|display"
       r"|promot))",
       r"^\W*(?:\d[\d.]*\W+)?(?:\w+ ){0,4}?(?:nothing|neither|no)\b(?:[^,;:]|, as [^,]*,)*\bgrants?\b"),
    _p("Liquidated Damages", "liquidated|penalty|termination fee|break|cancellation",
       r"\bliquidated damages?\b|\bnot (?:as )?a penalty\b|\b(?:early )?(?:termination|cancellation) (?:fee"
       r"|charge|payment)\b|\bbreak-?up fee|\b(?:pay|incur|charged)\b.{0,60}\ba penalty (?:of|equal)",
       r"\bguarant(?:y|ee|ees|or)\b.{0,300}\b(?:includ\w+|all|any)\b.{0,120}\bliquidated damages"),
    _p("Minimum Commitment",
       "minimum & purchase|order|quantit|amount|commitment|annual|royalt|guarantee|fee|payment|volume|sales|"
       "number|revenue",
       r"\b(?:guaranteed )?minimum\b.{0,60}\b(?:purchase|order|quantit|amount|commitment|annual|royalt|guarantee"
       r"|fee|payment|volume|sales|number|revenue)",
       r"\binsurance\b|\bminimum (?:standards?|wage)|\b(?:no|without(?: any| a)?) (?:\w+ )?minimum\b"
       r"|\bnot\b(?: (?!(?:less|fewer|lower|than|fail|reach|meet|achieve)\b)\w+){0,4} (?:any|a) minimum\b"),
    _p("Minimum Commitment", "at least|no less|not less|fewer & buy|deliver|make|order|pay|provide|purchase|sell|spend",
       r"\b(?:purchase|order|buy|sell|spend|pay|provide|deliver|make)\b.{0,80}\b(?:at least|(?:not|no) (?:less"
       r"|fewer) than|a minimum of)\b.{0,60}(?:\d|\$)",
       r"\bnotice\b|\bdays\b|\binsurance\b|\bmonths\b|\bat least once\b|\(\d+\) hours\b"),
    _p("Most Favored Nation", "favor|favour",
       r"\bmost[- ]favou?red\b|\b(?:no|not) (?:be )?(?:less|more) favou?rable\b.{0,120}\b(?:any|other|third|those"
       r"|offered|than)\b|\bat least as favou?rable\b"
       r"|\bmore favou?rable (?:to \w+(?: \w+)? )?than\b.{0,60}\b(?:offered|any|other)",
       r"\binsurance\b|\bservicer\b|\bterms and conditions which\b|" + _OFFERED_FIRST),
    _p("Most Favored Nation", "as low|as good|as favorable|as favourable & other|third part",
       r"\bas (?:low|good|favou?rable)\b(?: an?)?(?: \w+){0,3} as\b.{0,120}\b(?:any|to|by|all|its) other"
       r"|\bas (?:low|good|favou?rable)\b(?: an?)?(?: \w+){0,3} as\b.{0,120}\b(?:others\b|third part)",
       r"\binsurance\b|\baffiliate"),
    _p("Most Favored Nation", "lowest|higher|greater & than |lowest",
       r"\b(?:prices?|pricing|fees?|rates?)\b.{0,120}\b(?:no|not)(?: be)? (?:greater|higher|more)"
       r" than (?:the )?(?:lowest|prices?|rates?|that|those)\b|\bhigher (?:fee|price|rate)"
       r"s? than\b.{0,80}\b(?:other|any)\b|\blowest (?:prices?|rates?|fees?)\b.{0,80}\b(?:charged|offered|any"
       r"|other)"),
    _p("No-Solicit Of Customers",
       "solicit|divert|entice|induce & account|client|customer|insureds|member|merchant|subscribers",
       _SHALL_NOT +
       r".{0,300}\b(?:solicit\w*|divert|entice|induce|canvass)\b.{0,100}\b(?:customers?|clients?|accounts?"
       r"|insureds|subscribers|members?|merchants?)\b",
       r"\bemployees? of\b|compensation|remuneration|lights|handbills"),
    _p("No-Solicit Of Customers", "divert",
       r"\bdivert or attempt to divert any\b"),
    _p("No-Solicit Of Employees",
       "employ & solicit|hire|recruit|entice|induce|employ & not|neither|nor|no |never|refrain|without",
       _NOT + r".{0,250}\b(?:solicit|hire|recruit|entice|induce|employ)\b.{0,120}\b(?:employees?|personnel|employed"
       r"|employment|staff)\b"),
    _p("Non-Compete", "compet & not|member|neither|none of|nor|party|refrain",
       _SHALL_NOT + r".{0,300}\b(?:compete[sd]?|competing|competitive|competitors?)\b",
       r"confidential information|\bassign\b|\bsource code\b|\brepresents? and warrants?\b|" + _LEGEND),
    _p("Non-Compete", "compet|similar & agreement|arrangement|business|compet",
       r"\bnon-?compet(?:e|ition)\b.{0,100}\b(?:shall|will|period|agree)|" + _SHALL_NOT +
       r".{0,200}\b(?:engage|participate|invest|enter into)\b.{0,120}\b(?:business|agreement|arrangement)"
       r"s?\b.{0,100}\b(?:similar to|same as|competes?)\b"),
    _p("Non-Disparagement", "disparag|defam",
       r"\b(?:not|neither|refrain|nor|never)\b.{0,250}\b(?:disparag(?:e|es|ing|ement)|defam(?:e|atory (?:remarks"
       r"|statements|comments)))\b|\bnon-?disparagement\b.{0,80}\b(?:shall|agree)|\bpublicly disparages?\b",
       r"obscene|infring|pornograph|libel|unlawful"),
    _p("Non-Disparagement",
       "reputation|goodwill|disrepute|image & damag|detrimental|disrepute|harmful|injurious|negative light|"
       "reflect|tarnish & not|refrain|neither|terminate",
       r"\b(?:not|refrain|neither|terminate)\b.{0,250}\b(?:harmful|injurious|detrimental|tarnish|disrepute"
       r"|reflects? (?:adversely|unfavou?rably)|negative light|damag\w+)\b.{0,80}\b(?:reputation|goodwill|image"
       r"|honor|business of|disrepute)\b",
       r"obscene|infring|pornograph|libel|confidential|indemnif|consequential|lost profits"),
    _p("Non-Transferable License", "transferab|assignab|transferrab",
       r"\bnon-? ?(?:transferr?able|assignable)\b|\bnot (?:be )?(?:transferr?able|assignable)"),
    _p("Non-Transferable License", "sublicen|sub-licen & not |right to",
       r"\b(?:shall|may|will) not (?:assign or |transfer or )?sub-?licen[sc]e\b|\bwithout (?:the "
       r"|any )?right to (?:grant )?(?:further )?sub-?licen[sc]"
       r"|\bno right to (?:grant )?(?:further )?sub-?licen[sc]"),
    _p("Post-Termination Services",
       "terminat|expir & complete|continue to |dispose|inventory|remaining|repurchase|sell|transition|wind",
       r"\b(?:upon|after|following|on|event of)\b.{0,60}\b(?:expiration|expiry|termination|terminated|expires)"
       r"\b.{0,300}\b(?:sell[- ]?off|inventory|continue to (?:sell|use|provide|pay|perform|distribut|make|honor"
       r"|market)|transition|wind|repurchase|remaining|dispose|complete)\b",
       r"\bprovisions?\b.{0,40}\bcontinue|\blost profits|loss of prospective"),
    _p("Post-Termination Services", "terminat|expir & expiration|expiry|termination & month|year|day",
       r"\b(?:months?|years?|days?) (?:after|following)\b.{0,40}\b(?:expiration|expiry|termination)"
       r"\b.{0,200}\b(?:shall|will|may)\b.{0,60}\b(?:maintain|keep|retain|sell|provide|audit|examine|purchase|pay"
       r"|continue|assist)|\b(?:maintain|keep|retain|sell|preserve)"
       r"\b.{0,160}\bfor (?:a period of )?(?:at least )?.{0,30}(?:months?|years?|days?) (?:after|following)"
       r"\b.{0,40}\b(?:expiration|expiry|termination)",
       r"\bconfiden|\bcompet|\bsolicit"),
    _p("Price Restrictions", "price|fee|rate & adjust|increase|raise|change|exceed & exceed|more often|more frequently",
       r"\b(?:adjust|increase|raise|change)s? (?:the|its|such|any) (?:\w+ ){0,2}(?:prices?|fees?|rates?)\b.{0,200}"
       r"\bmore (?:often|frequently) than\b|\b(?:prices?|fees?|rates?)\b.{0,150}\b(?:increase|adjust|change)\w*\b"
       r".{0,150}\bmore (?:often|frequently) than\b|\b(?:prices?|fees?|rates?)\b.{0,40}\bexceed\b.{0,60}"
       r"\b(?:increase|existing|prior|previous)\b"),
    _p("Price Restrictions",
       "price|fee|rate & adjust|increase|raise|change & consumer price|exceed|limited to|maximum|more than|once",
       r"\b(?:prices?|fees?|rates?)\b.{0,120}\b(?:increase|adjust)\w*\b.{0,150}\b(?:exceed|more than|limited to"
       r"|maximum|once|consumer price)\b|\b(?:increase|raise|adjust|change)s? (?:the|its|such|any) (?:\w+ ){0,2}"
       r"(?:prices?|fees?|rates?)\b.{0,200}\b(?:exceed|more than)\b.{0,40}(?:%|\bpercent)",
       r"\binsurance\b|\binterest rate|\bconversion\b|\bcoupon|\bshares?\b"),
    _p("Revenue/Profit Sharing", "royalt|commission|percent|%|share & income|proceeds|profit|receipts|revenue|sales",
       r"(?:%|\bpercent\b|\broyalt\w+|\bcommissions?\b).{0,100}\b(?:net|gross|adjusted|total)? ?(?:sales"
       r"|revenues?|profits?|receipts|proceeds|income)\b",
       r"\bvoting\b|\bownership of\b|\b(?:taxable|withholding)\b"),
    _p("Revenue/Profit Sharing", "share|royalt|commission",
       r"\b(?:revenue|profit)[- ]shar(?:e|ing)|\bshare (?:equally )?(?:in )?(?:all |certain |any |the )?(?:net "
       r"|gross )?(?:revenues?|profits?|proceeds)|\b(?:pay|receive|entitled to)\b.{0,80}\b(?:an? )?(?:royalt(?:y"
       r"|ies)|commissions?)\b.{0,60}(?:%|\bpercent|\bof\b)"),
    _p("Rofr/Rofo/Rofn", "first|match|preempt|pre-empt|last & emptive right|right of |right to match|first",
       r"\bright of (?:first|last) |\bfirst right (?:of|to)\b|\bfirst (?:refusal|option|offer|opportunity"
       r"|negotiation)\b|\bright to match\b|\bpre-?emptive right"),
    _p("Source Code Escrow", "escrow & source",
       r"\bescrow\b.{0,200}\bsource (?:code|material)|\bsource code\b.{0,200}\bescrow"),
    _p("Termination For Convenience", "terminat|cancel & reason|convenience|without cause",
       r"\b(?:terminat\w+|cancel\w*)\b.{0,200}\b(?:without cause|for (?:its )?convenience|for any reason"
       r"|any or no reason|no reason|with or without (?:cause|reason))\b",
       r"\b(?:upon|after|following|event of|if)\b.{0,30}\b(?:terminat\w+|cancel\w*)\b.{0,60}\b(?:any reason"
       r"|without cause)|" + _SURVIVES +
       r"|(?<!right of )\btermination (?:of (?:this|the) (?:agreement|contract)|hereof),? for any reason"),
    _p("Termination For Convenience", "terminat|cancel & agreement|contract & days|notice",
       r"\b(?:either party|company|licensee|licensor|distributor|customer|client|buyer|\w+) (?:may"
       r"|shall (?:have the right|be entitled) to|has the right to|can|reserves the right to) (?:terminate"
       r"|cancel) (?:this|the|its) (?:agreement|contract)\b.{0,60}\b(?:at any time|upon|by (?:giving|providing)"
       r"|on|with)\b.{0,60}\b(?:notice|days)",
       r"\bbreach|\bdefault|\bfails?\b|\bfailure\b|\binsolven|\bif\b|\bin the event\b|\bbankrupt|\bmaterial"
       r"|\bchange (?:of|in)"),
    _p("Termination For Convenience", " end th & may|right|entitled & notice",
       r"\b(?:may|has the right to|is entitled to) end (?:this|the|that) \w+(?: \w+)? (?:at any time|by giving"
       r"|upon|on)\b.{0,60}\b(?:notice|days)",
       r"\bbreach|\bdefault|\bfails?\b|\bfailure\b|\binsolven|\bif\b|\bin the event\b|\bbankrupt"),
    _p("Termination For Convenience", "terminat|cancel & may be & notice",
       r"\bmay be (?:terminated|cancel\w+)\b.{0,120}\b(?:by either|by any|without (?:the )?payment|at any time"
       r"|upon)\b.{0,100}\bnotice",
       r"\bbreach|\bdefault|\bfails?\b|\bfailure\b|\binsolven|\bif\b|\bin the event\b|\bbankrupt"),
    _p("Termination For Convenience", "terminat|cancel & at any time & notice",
       r"\bbe (?:\w+ )?(?:terminated|cancel\w+)\b.{0,120}\bat any time (?:up)?on\b.{0,60}\bnotice",
       r"\bbreach|\bdefault|\bfails?\b|\bfailure\b|\binsolven|\bif\b|\bin the event\b|\bbankrupt"),
    _p("Third Party Beneficiary", "beneficiar & party beneficiar",
       r"\b(?:is|are|shall be|will be|as|deemed|intended)\b.{0,40}\bthird[- ]party beneficiar|\b(?:express|intended)"
       r" third[- ]party beneficiar",
       r"\b(?:no|not|nothing|nor|neither)\b.{0,160}third[- ]party beneficiar"),
    _p("Third Party Beneficiary", "beneficiar|confer|benefit & except|other than|with the exception",
       r"\b(?:except|other than|with the exception)\b.{0,250}\b(?:third[- ]party beneficiar"
       r"|nothing in \w+ \w+ confers any right on an?y? (?:third|person)"
       r"|confer\b.{0,80}\b(?:rights?|benefits?|remed)|inure to (?:the benefit of )?any (?:third|other))",
       r"\bsuccessors\b.{0,40}\bassigns\b.{0,20}\bany (?:legal|right)|\bright of ownership\b|\blicen[sc]e rights?\b"
       r"|\bauthority\b|\badvertising\b"),
    _p("Uncapped Liability",
       "liab|damages & except|other than|excluding|with the exception|exclusive of & consequential|indirect|"
       "punitive|exceed|limited to|incidental",
       r"\b(?:except|other than|excluding|with the exception|exclusive of)\b.{0,350}\b(?:liab\w*|damages)"
       r"\b.{0,200}\b(?:consequential|indirect|punitive|exceed|limited to|incidental)\b"),
    _p("Uncapped Liability", "limit|exclude|apply & not apply|nothing|unlimited liab",
       r"\bnothing\b.{0,100}\b(?:limit|exclude)s?\b.{0,80}\bliab|\b(?:limitations?|exclusions?)"
       r"\b.{0,100}\b(?:liabilit|damages|section)?.{0,60}\b(?:shall|do|does|will) not apply\b|\bunlimited liab"),
    _p("Uncapped Liability",
       "liab & except |other than|unless & indemnif|confidential|breach|negligence|misconduct|fraud|"
       "infring & consequential|indirect|punitive|exceed",
       r"\b(?:consequential|indirect|punitive|exceed)\b.{0,250}\b(?:except (?:for|in|with|to)|other than|unless)"
       r"\b.{0,150}\b(?:indemnif|confidential|breach|negligence|misconduct|fraud|infring)"),
    _p("Unlimited/All-You-Can-Eat-License", "unlimited|enterprise",
       r"\bunlimited\b.{0,60}\b(?:users?|number|licen[sc]e|use|right|copies|access)"
       r"|\benterprise[- ]?wide licen[sc]e",
       r"\bliabilit"),
    _p("Volume Restriction", "up to|exceed|more than|maximum",
       r"\b(?:up to|not (?:to )?exceed|no more than|not more than|maximum (?:of|number|quantity)(?: of)?)"
       r"\b.{0,30}\(?\d+\)? (?:\w+ ){0,2}(?:users?|copies|units|appearances|hours|seats|licen[sc]es|servers"
       r"|sessions|players|tickets|gallons|barrels|mw|videos?|photographs?|times|journals)\b",
       r"\bdays\b|\bnotice\b|" + _SPELL),
    _p("Volume Restriction", "maximum|excess",
       r"\bmaximum (?:daily |annual |monthly )?(?:quantity|volume|number|amount|capacity)\b"
       r"|\bin excess of the (?:maximum|contract|permitted|licensed)\b.{0,40}\b(?:quantity|volume|number|users)",
       r"\bliab|\binterest\b|\binsurance|\blaw\b|" + _SPELL),
    _p("Warranty Duration", "warrant & day|month|year",
       r"\bwarrant(?:s|y|ies|ed)?\b.{0,250}\b(?:for|period of|within|during)\b.{0,60}\b(?:days|months?|years?)\b"
       r"|\bfor\b.{0,40}\b(?:days|months?|years?)\b.{0,100}\bwarrants?\b",
       r"\bstock\b|\bwarrants? to purchase|\binsolven|\bcure[ds]?\b|\bterminat|\bconfidential|\bexercis"
       r"|\bindemnif|\bgranted\b|\bproceeding|\btax"),
    _p("Warranty Duration", "warranty period",
       r"\bwarranty period\b"),
    _p("Warranty Duration", "reject & delivery|receipt|receiving & within",
       r"\breject\w*\b.{0,200}\bwithin\b.{0,40}\b(?:days|hours)\b.{0,80}\b(?:receipt|delivery|receiving)"
       r"|\bwithin\b.{0,40}\b(?:days|hours)\b.{0,80}\b(?:receipt|delivery|receiving)\b.{0,200}\b(?:reject|defect"
       r"|non-?conform)",
       r"\binvoice|\bproposal|\bdesign\b|\bfail\w* to (?:\w+ ){0,4}reject|\bdeemed (?:to (?:be|have been) )?accepted"),
)
# fmt: on
"""All patterns, by category in alphabetical order."""
