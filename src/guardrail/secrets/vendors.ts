/**
 * Beginnings of the keys of services, by what follows them: the alphabet (see `ALPHABETS`), how many characters (exactly, from
 * and to, or `+` for any more), and marks: `~` may be uniform, `!` may be anything, `A` ends in "AA", `S` has groups of Slack,
 * `M` mixes digits and letters of both cases. From what the services document of their keys.
 */
export const VENDORS = `u16~ AKIA ASIA ABIA ACCA
u17~ A3T
w35 AIza
n36-251 ghp_ gho_ ghu_ ghs_ ghr_ npm_ pnu_ nfp_ apify_api_
w36-251 github_pat_
d20-320 glpat-
w20-50 gldt- glft- glsoat- glrt- glffct- GR1348941
w20-60 glcbt- tskey-auth- tskey-api- tskey-client- dckr_pat_ dckr_oat_
w25 glimt-
w50+ glagent- pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBpLm9yZw
w64 gloas- fio-u- nvapi-
h40 glptt- pul- e2b_ bkua_ sbp_
w95A sk-ant-api03- sk-ant-admin01-
w80-120 sk-ant-oat01- sk-ant-ort01- sk-ant-sid01- pcsk_ xkeysib-
w24-300 hvs. hvb.
n24M s.
w40-220 sk-proj- sk-svcacct- sk-admin-
n32-64 sk- csk- rnd_ ico- p8e- tvly- tvly-dev-
h64 sk-or-v1- dop_v1_ doo_v1_ dor_v1_ sntryu_ lin_oauth_ s-s4t2ud- s-s4t2af-
w20-300S xoxb- xoxp- xoxe-
w20-300 xoxa- xoxr- xoxs- xoxo- xoxc- xoxd-
w120-300 xoxe.xoxp- xoxe.xoxb-
w40-200 xapp- pscale_tkn_ pscale_oauth_ pscale_pw_
n10-250 sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_
b32-80 whsec_
w22 sq0atp-
w43 sq0csp- fo1_ lsv2_pt_ lsv2_sk_ CFPAT- duffel_live_ duffel_test_ pa- sha256~
w22-64 EAAA
n90-400 EAA
l34 hf_ api_org_
w28 GOCSPX-
d30+ ya29.
w40-80 AQ. jina_ figd_ HRKU-
H32 SK AC shpat_ shpca_ shppa_ shpss_
H40 shippo_live_ shippo_test_ sgp_local_ sgp_
w57 sgp_
H48 sk_ rubygems_
d60-70 SG.
h32 key- pubkey- dapi fc-
d40-60 dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. tfp_ hawk.
w41 glsa_
b32-400 glc_
b0+ bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29\x74
b109-269 ABSK
b100+ fm1r_ fm1a_ fm2_
b250+ ops_eyJ
b60+ sntrys_eyJ
U36-37 A3-
n40 lin_api_ squ_ sqp_ sqa_
n43 secret_ phx_ phc_
n46 ntn_
w59 PMAK-
n70 rdme_
n27 NRAK-
w31-32 NRII- sb_secret_
h19 NRJS-
d89 dt0c01.
n54 EZAK EZTK
w34-40 FLWSECK- FLWSECK_TEST-
h35 live_ test_
d75-120 pk.eyJ sk.eyJ
u26 API-
n48 pplx-
w36 access-sandbox- access-production- access-development- pat-na1- pat-eu1- waka_
w48 tk-us-
n16 sm_aat_ sm_pat_ sm_sat_
d100-300 t1.
n60 CLOJARS_
n38 4b1d
w171 v1.0-
u58 AGE-SECRET-KEY-1
n12-24M LTAI
d160-200 ATATT3 ATCTT3
n32 ATBB
w79 dnkey-
d68 pat. sat.
n52 gsk_
n80 xai-
n37 r8_
w33 re_
w63 CCIPAT_
n14 rzp_live_ rzp_test_
n64 napi_
h72 ATTA
n59 cmVmd
w70-400 eyJrIjoi
n10-200! AKC AP0 AP1 AP2 AP3 AP4 AP5 AP6 AP7 AP8 AP9 APA APB APC APD APE APF
b40-100 hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/
b60-110 discord.com/api/webhooks/ discordapp.com/api/webhooks/`;

/** Runs of the alphabets: hexadecimal, upper case, letters, letters and digits, words, dotted words, base64. */
export const ALPHABETS: Readonly<Record<string, RegExp>> = {
  h: /^[\da-f]*/,
  H: /^[\da-fA-F]*/,
  u: /^[\dA-Z]*/,
  U: /^[\dA-Z-]*/,
  l: /^[a-zA-Z]*/,
  n: /^[\da-zA-Z]*/,
  w: /^[\w-]*/,
  d: /^[\w.-]*/,
  b: /^[\w+/=.-]*/,
};

/** What a mark asks of what stands behind a key's beginning. */
export const MARKS: Readonly<Record<string, RegExp>> = {
  A: /^.{93}AA$/,
  S: /^(?:\d|\w{8,40})-/,
  M: /^(?=[^\d]*\d)(?=[^A-Z]*[A-Z])[^a-z]*[a-z]/,
  // A name of a thing is no key.
  "!": /\d|^[^aeiouAEIOU]*$/,
};
