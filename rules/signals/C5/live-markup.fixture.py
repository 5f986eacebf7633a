def show(answer):
    st.markdown(answer, unsafe_allow_html=True)  # expect: live-markup
    st.markdown(answer)  # ok: live-markup
